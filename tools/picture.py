"""Pictures of the built site, for the README and for those who install it, and its icons."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tools.browsers import launch_options
from tools.build import DIST, SHARE_PICTURE, SHARE_PICTURE_SIZE
from tools.environment import ROOT
from tools.server import Server

MOVES = (4, 1, 0, 8, 2, 5, 6)
# A style sheet of a script's own is not inline: the page's policy allows it.
POSTER = """() => {
    const style = new CSSStyleSheet();
    style.replaceSync(`
        #table > :not(#board), #thinking { display: none !important }
        #table { position: fixed; inset: 0 auto 0 4.5rem; display: grid; align-content: center }
        #board { --board: 500px; position: relative; inset: 0; width: 500px }
        h1 { position: fixed; inset: 0 0 0 660px; display: grid; align-content: center; gap: 24px;
            width: auto; height: auto; clip-path: none; font-size: 80px; line-height: 1.1 }
        h1::after { content: "Play, learn, and send it to a friend."; max-width: 11em;
            color: var(--soft); font-size: 36px; font-weight: 400; white-space: normal }
    `);
    document.adoptedStyleSheets.push(style);
}"""
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


def opened(browser: Browser, url: str, width: int, height: int, scale: float = 1) -> Page:
    """The page in a window of that size, ready to play."""
    size: ViewportSize = {"width": width, "height": height}
    page = browser.new_page(viewport=size, device_scale_factor=scale)
    page.goto(url)
    page.wait_for_selector('html[data-python="ready"]')
    return page


def won_game(page: Page) -> None:
    """Plays a game between two people that X wins."""
    page.get_by_text("Friend", exact=True).click()
    for cell in MOVES:
        page.locator(f'[data-cell="{cell}"]').click()
    page.wait_for_selector('[data-status="x_wins"]')


def explained_game(page: Page) -> None:
    """Begins a game against Hard, with insight and the picture of what the computer thought."""
    page.get_by_text("Hard", exact=True).click()
    page.locator('[data-cell="0"]').click()
    page.wait_for_selector("#board[data-turn]")
    page.get_by_label("Insight").check()
    page.locator("#thinking summary").click()
    page.wait_for_selector("#thinking-picture svg")


def shown_to_others(page: Page) -> None:
    """Plays a game, and leaves of the page what a chat shows beside a link."""
    won_game(page)
    page.evaluate(POSTER)


def take(page: Page, path: Path) -> None:
    """Takes a picture when all strokes are drawn."""
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")
    page.evaluate("Promise.all(document.getAnimations().map(animation => animation.finished))")
    path.parent.mkdir(exist_ok=True)
    page.screenshot(path=path)
    page.close()


def main() -> None:
    """Takes all pictures."""
    server = Server(DIST).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options(playwright.chromium))
        draw_icons(browser)
        for path, size, play in PICTURES:
            page = opened(browser, server.url, *size)
            play(page)
            take(page, path)
        browser.close()
    server.stop()


PICTURES: tuple[tuple[Path, tuple[int, ...], Callable[[Page], None]], ...] = (
    (ROOT / "docs" / "picture.png", (960, 640), won_game),
    (ROOT / "screenshots" / "narrow.png", (360, 640, 2), won_game),
    (ROOT / "screenshots" / "wide.png", (1280, 800), explained_game),
    (ROOT / SHARE_PICTURE, SHARE_PICTURE_SIZE, shown_to_others),
)

if __name__ == "__main__":
    main()
