"""The picture at the top of the README, taken from the built site, and the icons of the page."""

from playwright.sync_api import Browser, sync_playwright

from tools.browsers import launch_options
from tools.build import DIST
from tools.environment import ROOT
from tools.server import Server

MOVES = (4, 1, 0, 8, 2, 5, 6)
TARGET = ROOT / "docs" / "picture.png"
ICONS = {"icon-180": (180, 1.0), "icon-192": (192, 1.0), "icon-512": (512, 1.0),
         "icon-maskable-512": (512, 0.8)}  # fmt: skip


def draw_icons(browser: Browser) -> None:
    """Draws the icon in the sizes that are asked for, and one to be cut to any shape."""
    svg = (ROOT / "web" / "icon.svg").read_text("utf-8")
    for name, (size, scale) in ICONS.items():
        page = browser.new_page(viewport={"width": size, "height": size})
        style = "body{margin:0;background:#fbf8f1;display:grid;place-items:center;height:100vh}"
        style += f"svg{{width:{scale:%}}}"
        page.set_content(f"<style>{style}</style>{svg}")
        page.screenshot(path=ROOT / "web" / f"{name}.png")
        page.close()


def main() -> None:
    """Plays a game between two people and takes its picture when it is won."""
    server = Server(DIST).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options(playwright.chromium))
        draw_icons(browser)
        page = browser.new_page(viewport={"width": 960, "height": 640})
        page.goto(server.url)
        page.wait_for_selector('html[data-python="ready"]')
        page.get_by_text("Friend", exact=True).click()
        for cell in MOVES:
            page.locator(f'[data-cell="{cell}"]').click()
        page.wait_for_selector('[data-status="x_wins"]')
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement.blur()")
        page.evaluate("Promise.all(document.getAnimations().map(animation => animation.finished))")
        page.screenshot(path=TARGET)
        browser.close()
    server.stop()


if __name__ == "__main__":
    main()
