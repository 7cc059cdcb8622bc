// A style that does not come keeps the page from being shown and its scripts from running: after half
// a minute it is done without. Firefox goes on waiting for what is no longer there.

setTimeout(() => {
  const link = document.querySelector('link[rel="stylesheet"]');
  if (link.sheet) return;
  link.remove();
  setTimeout(() => document.getElementById("needs") && stop(), 1_000);
}, 30_000);
