// A visit for which a new version waits: asks it to take over, and begins again when it has.

const workers = navigator.serviceWorker;
const again = () => location.reload();

workers.addEventListener("controllerchange", again);
workers.getRegistration().then(({ waiting }) => (waiting ? waiting.postMessage("take over") : again()));
