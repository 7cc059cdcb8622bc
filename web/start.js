// Until Python is up: shows the game as it was left, takes a first move, shows how far the start has
// come, and says so if it cannot finish. Afterwards: has the site kept for when there is no network.

const PATIENCE = 30_000; // milliseconds without progress
const PARTING = 2_000; // milliseconds for the page before this one to let go of its number
const HASTE = 10_000; // milliseconds for the network to answer at all
const QUIET = 2_000; // milliseconds before anything is said of progress
const STEPS = 9; // that PyScript and Pyodide tell of; the bytes count for as much as all of them
const SESSION = "tic-tac-toe.session";
const GAME = "tic-tac-toe.game.";
const EARLY = "tic-tac-toe.early";
const LOCK = "tic-tac-toe.page.";
const TEXTS = ["headline", "detail", "label-x", "label-o", "score-x", "score-draws", "score-o", "score-help"];

const page = document.documentElement;
const element = (id) => document.getElementById(id);
const board = element("board");
const cells = [...board.querySelectorAll("[data-cell]")];
const sentences = element("loading-note").dataset;
const ask = window.fetch.bind(window); // Pyodide will be lent another

let release; // the lock that is held
let left; // the game as it was when the page was left

element("needs").remove();
window.enrolled = enrol(); // Python waits for it
watch();
element("retry").addEventListener("click", retry);
watchForNewVersion();

function begin() {
  restore();
  board.addEventListener("click", (event) => {
    const cell = event.target.closest("[data-cell]");
    if (cell && page.dataset.python === "loading") keep(cell);
  });
  performance.mark("playable");
}

// Every game has a number, under which it is kept, and every page that is open holds the lock of one:
// who has the lock plays the game, nobody else.

async function enrol() {
  if (document.prerendering) await new Promise((done) => document.addEventListener("prerenderingchange", done));
  const games = gamesToGoOnWith();
  const time = Date.now().toString(16).padStart(11, "0");
  const chance = (crypto.getRandomValues(new Uint32Array(1))[0] >>> 12).toString(16).padStart(5, "0");
  if (games.length) expectGame();
  else begin();
  let number;
  for (number of [...games, time + chance]) if (await hold(number)) break;
  page.dataset.game = number;
  if (games.length) begin();
  addEventListener("pagehide", leave);
  addEventListener("pageshow", ({ persisted }) => persisted && comeBack());
  addEventListener("storage", hearLate);
}

// The game that this tab has left; in a new tab, those that may be nobody's any more, the newest first
function gamesToGoOnWith() {
  const text = stored("sessionStorage", SESSION);
  const key = GAME + text?.split("\n")[2];
  try {
    const keys = text ? [key].filter(() => localStorage.getItem(key)) : Object.keys(localStorage);
    const games = keys.filter((key) => key.startsWith(GAME)).map((key) => key.slice(GAME.length));
    return games.filter((number) => /^[0-9a-f]{16}$/.test(number)).sort().reverse();
  } catch {
    return []; // it may be forbidden or missing
  }
}

// Takes the lock of a number, unless another page has it. The page that this tab had before may still be
// on its way out: it is waited for. Where there are no locks, there is nobody to ask.
function hold(number) {
  if (!navigator.locks) return true;
  return new Promise((tell) => {
    const patience = new AbortController();
    const isLeft = stored("sessionStorage", SESSION);
    if (isLeft) setTimeout(() => patience.abort(), PARTING);
    const take = (lock) => {
      tell(Boolean(lock));
      return lock && new Promise((done) => (release = done));
    };
    const options = isLeft ? { signal: patience.signal } : { ifAvailable: true };
    navigator.locks.request(LOCK + number, options, take).catch(() => tell(false));
  });
}

function leave() {
  left = stored("localStorage", GAME + page.dataset.game);
  release?.();
}

// Back from the browser's memory, where it had no lock: the game may have gone on elsewhere
async function comeBack() {
  const [main, focused] = [document.querySelector("main"), document.activeElement];
  document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
  main.inert = true;
  const isMine = await hold(page.dataset.game);
  if (!isMine || stored("localStorage", GAME + page.dataset.game) !== left) return location.reload();
  main.inert = false;
  focused.focus({ preventScroll: true });
  dispatchEvent(new CustomEvent("start:back"));
}

// What another page did with the game while this one was away may be told only when it is back
function hearLate({ key, newValue }) {
  if (left !== undefined && key === GAME + page.dataset.game && newValue !== left) location.reload();
}

// The game as it was left

function restore() {
  if (location.hash.startsWith("#game=")) return expectGame();
  const tab = stored("sessionStorage", SESSION);
  const game = stored("localStorage", GAME + page.dataset.game);
  const isTabs = tab && !tab.split("\n")[2];
  const text = isTabs ? tab : game || stored("localStorage", SESSION) || "";
  try {
    draw(JSON.parse(text.split("\n")[1]));
  } catch {
    // nothing was saved that can be drawn: Python will see to it
  }
  const early = stored("sessionStorage", EARLY);
  if (/^[0-8]$/.test(early)) keep(cells[early]);
}

// The address holds a game to look at: Python will read it
function expectGame() {
  showTurn("");
  element("headline").textContent = sentences.wait;
  element("detail").textContent = "";
}

function draw({ board: marks, names, verdicts, signs, turn, opponent, insight, texts, moves }) {
  cells.forEach((cell, i) => {
    cell.dataset.mark = marks[i].replace(".", "");
    cell.ariaLabel = names[i];
    if (verdicts[i]) Object.assign(cell.dataset, { verdict: verdicts[i], sign: signs[i] });
  });
  showTurn(turn);
  element("insight").checked = insight;
  for (const id of TEXTS) element(id).textContent = texts[id];
  element("history").replaceChildren(
    ...moves.map((move) => Object.assign(document.createElement("li"), { textContent: move })),
  );
  document.querySelector(`[name="opponent"][value="${CSS.escape(opponent)}"]`).checked = true;
}

function showTurn(turn) {
  if (turn) board.dataset.turn = turn;
  else delete board.dataset.turn;
}

function stored(area, key) {
  try {
    return window[area].getItem(key);
  } catch {
    return null; // it may be forbidden or missing
  }
}

// A first move, shown at once; Python plays it

function keep(cell) {
  const { turn } = board.dataset;
  if (!turn || cell.dataset.mark) return;
  cell.dataset.mark = turn;
  cell.ariaLabel = cell.ariaLabel.replace(/,.*/, `, ${turn}`);
  showTurn("");
  board.dataset.early = cell.dataset.cell;
  element("headline").textContent = sentences.wait;
  element("detail").textContent = sentences.kept;
  try {
    sessionStorage.setItem(EARLY, cell.dataset.cell);
  } catch {
    // it lasts as long as the page, then
  }
}

// The start

function watch() {
  if (!getComputedStyle(page).getPropertyValue("--whole")) return failUnstyled();
  if (!("noModule" in HTMLScriptElement.prototype)) return fail("old");
  try {
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)); // the smallest there is
  } catch {
    return fail("wasm");
  }
  const links = [...document.querySelectorAll("link[data-bytes]")];
  const total = links.reduce((sum, link) => sum + Number(link.dataset.bytes), 0);
  const arrived = new Map();
  let steps = 0;
  let watchdog;

  const showProgress = () => {
    const bytes = [...arrived.values()].reduce((sum, count) => sum + count, 0);
    show((bytes / total + Math.min(steps / STEPS, 1)) / 2);
  };
  const onProgress = () => {
    clearTimeout(watchdog);
    if (!document.prerendering) watchdog = setTimeout(fail, PATIENCE, "stalled");
    showProgress();
  };
  const onStep = () => onProgress(steps++);

  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) {
      const link = links.find((link) => link.href === name);
      if (link) arrived.set(name, Number(link.dataset.bytes));
    }
    onProgress();
  }).observe({ type: "resource", buffered: true });
  addEventListener("start:bytes", ({ detail: { name, bytes } }) => onProgress(arrived.set(name, bytes)));
  addEventListener("start:failed", () => fail("broken"));
  addEventListener("start:step", onStep);
  addEventListener("py:progress", onStep, true);
  addEventListener("py:ready", onStep, true);
  addEventListener("py:done", () => {
    clearTimeout(watchdog);
    if (page.dataset.python === "ready") finish();
    else fail("broken");
  }, true);
  document.addEventListener("prerenderingchange", onProgress);
  addEventListener("unhandledrejection", () => fail("broken"));
  addEventListener("error", () => fail("broken"), true); // a script that cannot be had does not bubble
  onProgress();
  setTimeout(showProgress, QUIET);
}

function show(progress) {
  if (page.dataset.python !== "loading") return;
  const percent = Math.round(Math.min(progress, 1) * 100);
  element("loading").ariaValueNow = percent;
  element("loading").style.setProperty("--progress", percent / 100);
  const said = sentences.progress.replace("%", percent - (percent % 25));
  if (performance.now() >= QUIET && percent >= 25) say(said);
}

function say(sentence) {
  const note = element("loading-note");
  if (note.textContent !== sentence) note.textContent = sentence;
}

function finish() {
  if (element("loading-note").textContent) say(sentences.ready);
  keepForOffline();
}

function fail(reason) {
  if (page.dataset.python !== "loading") return;
  page.dataset.python = "failed";
  showTurn("");
  element("headline").textContent = sentences.failed;
  element("detail").textContent = sentences[reason];
  say("");
  element("retry").hidden = false;
}

// Without its style the board cannot be read: nothing is left but the sentence, and the way to try again
function failUnstyled() {
  document.querySelector("main").replaceChildren(element("banner"));
  fail("broken");
}

// Once more: from what the network has now, if it can be had; else from what is kept

async function retry() {
  const button = element("retry");
  button.disabled = true;
  try {
    const named = [...document.querySelectorAll("script[src], link[href]")].map((one) => one.src || one.href);
    const asked = [".", ...named].map((name) => ask(name, { cache: "reload" }));
    const answers = await within(HASTE, asked);
    if (answers.some((answer) => !answer.ok)) throw new Error("not all of it is there");
    await within(PATIENCE, answers.map((answer) => answer.arrayBuffer()));
    await forgetAll();
  } catch {
    // the network cannot be had, or not all that it had
  }
  button.disabled = false; // if there is none, nothing else may come of this
  location.reload();
}

function within(time, promises) {
  return Promise.race([Promise.all(promises), new Promise((_, reject) => setTimeout(reject, time))]);
}

async function forgetAll() {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.unregister();
  const mine = (await caches.keys()).filter((name) => name.endsWith(` ${new URL(".", location)}`));
  await Promise.all(mine.map((name) => caches.delete(name)));
}

// Without a network

async function keepForOffline() {
  try {
    await caches.keys(); // may be forbidden: Firefox would report the next line as an error
    await navigator.serviceWorker.register("service-worker.js");
  } catch {
    // then not
  }
}

// A new version takes over when a visit begins: another that is under way then begins anew, so that
// none has files of two versions
function watchForNewVersion() {
  const workers = navigator.serviceWorker;
  if (!workers?.controller) return;
  workers.addEventListener("controllerchange", () => {
    if (page.dataset.python === "loading") location.reload();
  });
}
