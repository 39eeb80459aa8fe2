"""axe, which judges whether everybody can use a page."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / ".venv" / "node" / "node_modules" / "axe-core" / "axe.min.js"
needs_axe = pytest.mark.skipif(not AXE.exists(), reason="make sets up axe-core")

# Colours that go over into others have arrived at once, so that those that are judged are the theme's own
DRESS = """async theme => {
  document.documentElement.dataset.theme = theme;
  await null;  // until the page has seen it
  for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish();
}"""
JUDGE = "rules => axe.run(document, {resultTypes: ['violations'], selectors: false, ...rules})"


def findings(page: Page) -> list[str]:
    """What axe finds wrong, in all themes; they differ in colours alone."""
    wrong = []
    for theme in "light", "dark", "contrast":
        page.evaluate(DRESS, theme)
        rules = {} if theme == "light" else {"runOnly": ["color-contrast"]}
        told = page.evaluate(JUDGE, rules)
        wrong += [
            f"{theme}: {found['id']} {node['html']} {node['failureSummary']}"
            for found in told["violations"]
            if found["impact"] in ("serious", "critical")
            for node in found["nodes"]
        ]
    return wrong


def with_axe(page: Page) -> Page:
    page.evaluate(f"() => {{ {AXE.read_text()} }}")
    return page
