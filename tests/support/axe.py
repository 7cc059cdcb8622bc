"""axe-core, the checker of accessibility."""

from playwright.sync_api import Page

from tools.environment import NODE_MODULES

AXE = (NODE_MODULES / "axe-core" / "axe.min.js").read_text("utf-8")


def faults_of(page: Page) -> list[str]:
    """What axe-core finds wrong with the page as it is."""
    page.evaluate(AXE)
    found: list[str] = page.evaluate(
        """async () => (await axe.run()).violations.flatMap(
            rule => rule.nodes.map(node => `${rule.id}: ${node.html}`))"""
    )
    return found
