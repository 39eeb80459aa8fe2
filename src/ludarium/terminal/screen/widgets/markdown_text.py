"""Markdown as one text. Textual's own widget makes one of each paragraph, which takes a second for long rules."""

from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Markdown, MarkdownElement
from rich.padding import Padding
from rich.text import Text
from rich.theme import Theme

# Without colours, which would not be those of the screen's theme
STYLES = Theme({"markdown.code": "bold", "markdown.h1": "bold", "markdown.h2": "bold", "markdown.h3": "italic"})
INDENT = 2


class _Drawing(CodeBlock):
    """A board or an example, as it is written."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Padding(Text(str(self.text).rstrip()), (0, 0, 0, INDENT))


class _Markdown(Markdown):
    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "fence": _Drawing,
        "code_block": _Drawing,
    }


class MarkdownText:
    """A text in Markdown, for a `Static`."""

    def __init__(self, text: str) -> None:
        self._markdown = _Markdown(text, hyperlinks=False)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        with console.use_theme(STYLES):
            yield from console.render(self._markdown, options)
