"""Which functions of Pyodide's module a start and a game use: python3 -m tools profile.

Does everything on a site whose module marks each function that is entered, in both browsers.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import BrowserContext, Page, sync_playwright

from tests.support.everything import Watch, do_everything
from tests.support.faulty_server import Published
from tools.browsers import launch_options
from tools.build import build_site, publish
from tools.environment import PYODIDE, say
from tools.profile import read_profile, write_profile
from tools.split import USED, instrument

SEEDS = (100, 200)
LOADS = 12  # hostile values are of many kinds
WORKER = "web/snapshot-worker.js"
# Keeps the marks of an instance; those of the worker reach the page with all that it sends.
KEEP = f"""{{
    const {{ instantiate }} = WebAssembly;
    const channel = new BroadcastChannel("marks");
    const instances = [], heard = [];
    WebAssembly.instantiate = async (...given) => {{
        const made = await instantiate(...given);
        instances.push(made);
        return made;
    }};
    const marks = () => instances.map(({{ exports }}) => {{
        const words = [];
        for (let i = 0; exports["{USED}" + i]; i++) words.push(exports["{USED}" + i].value >>> 0);
        return words;
    }});
    if (globalThis.document) {{
        channel.onmessage = ({{ data }}) => heard.push(...data);
        globalThis.allMarks = () => [...marks(), ...heard];
    }} else {{
        const {{ postMessage }} = globalThis;
        globalThis.postMessage = (...given) => {{
            channel.postMessage(marks());
            postMessage(...given);
        }};
    }}
}}
"""
# Else chance would decide which kinds of garbage are collected, and when.
COLLECT_OFTEN = """() => new Promise(done => {
    const textContent = "import gc\\ngc.set_threshold(20)\\ngc.collect()";
    const script = Object.assign(document.createElement("script"), { type: "py", textContent });
    script.addEventListener("py:done", done);
    document.body.append(script);
})"""


def main() -> None:
    """Writes the profile."""
    module = (PYODIDE / "pyodide.asm.wasm").read_bytes()
    used = read_profile() or set()  # some functions are used rarely

    def prepare(context: BrowserContext) -> None:
        context.add_init_script(KEEP)

    def visit(page: Page) -> None:
        page.evaluate(COLLECT_OFTEN)

    def leave(page: Page) -> None:
        for words in page.evaluate("allMarks()"):
            bits = sum(word << 32 * i for i, word in enumerate(words))
            used.update(i for i in range(bits.bit_length()) if bits >> i & 1)

    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        say("building a site whose module marks what is used")
        site = Path(folder, "dist")
        build_site(site, instrument(module))
        for browser_type in (playwright.chromium, playwright.firefox):
            browser = browser_type.launch(**launch_options(browser_type, reduced_motion="reduce"))
            for seed in SEEDS:
                published = Published(Path(folder, f"{browser_type.name}-{seed}"), site)
                published.write(WORKER, KEEP + published.read(WORKER))
                publish(published.folder)
                do_everything(browser, published, Watch(prepare, leave, visit), seed, LOADS)
                published.close()
                say(f"{len(used):,} functions used, {browser_type.name}, seed {seed}")
            browser.close()
    write_profile(used)


if __name__ == "__main__":
    main()
