"""A small fake of the browser: index.html as it is, and what main.py and page/ use of the rest.

It is stricter than a browser where that finds faults: it refuses properties that no element has,
selectors that it does not know, and clicks that nobody could make.
"""
# ruff: noqa: N802, N815 - the names are the browser's

import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache, lru_cache
from html.parser import HTMLParser
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from tools.environment import ROOT

HTML = (ROOT / "index.html").read_text("utf-8")
URL = "https://example.org/game/"
OURS = ("main", "page", *(f"page.{path.stem}" for path in (ROOT / "page").glob("[!_]*.py")))
SELECTOR_PART = re.compile(r"[#:.]?[\w-]+|\[[^]]+]")
FLAGS = ("disabled", "hidden", "open")
MODIFIERS = dict.fromkeys(("altKey", "ctrlKey", "metaKey", "shiftKey"), False)


class JsException(Exception):
    """What JavaScript has thrown."""

    name = property(str)


@cache
def alternatives(selector: str) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """What a selector asks for: of each alternative what it is in, and its parts."""
    found = []
    for alternative in selector.split(", "):
        around, _, last = alternative.rpartition(" ")
        parts = SELECTOR_PART.findall(last)
        assert "".join(parts) == last, f"{selector} is no selector that is known here"
        found.append((around, [*map(part_of_selector, parts)]))
    return found


def part_of_selector(part: str) -> tuple[str, str, str]:
    """What a part of a selector asks for: its kind, a name and a value."""
    name, has_value, value = part.strip("[]").partition("=")
    if part[0] in "#.":
        return "attribute", {"#": "id", ".": "class"}[part[0]], part[1:]
    if part[0] != "[":
        assert part == ":focus" or part[0] != ":", f"{part} is not known here"
        return part[0] if part[0] == ":" else "tag", name, ""
    if name.startswith("data-"):
        return "data", name.removeprefix("data-"), value
    assert has_value or name in FLAGS, f"{part} is not known here"
    return "attribute" if has_value else "flag", name, value


class Element:
    """An element; its document records which have been written."""

    def __init__(self, document: Any, tag: str, **attributes: str | None) -> None:
        data = {name[5:]: value or "" for name, value in attributes.items() if name[:5] == "data-"}
        vars(self).update(document=document, tag=tag, attributes=attributes)
        vars(self).update(dataset=SimpleNamespace(**data), children=[], listeners=[], parent=None)
        vars(self).update((name, name in attributes) for name in FLAGS)
        vars(self).update((name, attributes.get(name)) for name in ("checked", "type", "value"))
        vars(self).update(className="", dateTime="", lang=attributes.get("lang"), files=())
        vars(self).update(ariaCurrent=None, ariaDisabled=None, ariaLabel=None, ariaExpanded=None)
        vars(self).update(tabIndex=-1)
        vars(self).update(select=self.focus, scrollIntoView=lambda block: block)
        vars(self).update(showModal=lambda: setattr(self, "open", True))
        vars(self).update(close=lambda: setattr(self, "open", False))
        vars(self).update(scrollLeft=0, getBoundingClientRect=lambda: SimpleNamespace(x=0, width=0))

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"<{self.tag}> has no {name}")

    def __setattr__(self, name: str, value: Any) -> None:
        was = getattr(self, name)  # there must be one
        super().__setattr__(name, value)
        self.document.writes.append(self)
        if name == "open" and self.tag == "details" and value != was:
            self.dispatch("toggle")

    textContent = property(
        lambda self: "".join(getattr(child, "textContent", child) for child in self.children),
        lambda self, text: self.replaceChildren(text),
    )
    firstChild = property(lambda self: self.children[0])

    def setAttribute(self, name: str, value: str) -> None:
        held = vars(self.dataset) if name.startswith("data-") else self.attributes
        held[name.removeprefix("data-")] = value
        self.document.writes.append(self)

    def removeAttribute(self, name: str) -> None:
        held = vars(self.dataset) if name.startswith("data-") else self.attributes
        held.pop(name.removeprefix("data-"), None)
        self.document.writes.append(self)

    parentElement = property(lambda self: self.parent)

    def remove(self) -> None:
        self.parent.children.remove(self)

    def replaceChildren(self, *children: Any) -> None:
        self.children: list[Any] = []
        self.append(*children)

    def append(self, *children: Any) -> None:
        self.children.extend(children)
        for child in children:
            if isinstance(child, Element):
                child.parent = self

    def chain(self) -> Iterator[Any]:
        """The element, and all that it is in."""
        yield self
        if self.parent:
            yield from self.parent.chain()

    def contains(self, other: "Element") -> bool:
        return self in other.chain()

    def matches(self, selector: str) -> bool:
        return any(
            all(self.has(*part) for part in parts)
            and (not around or bool(self.parent.closest(around)))
            for around, parts in alternatives(selector)
        )

    def has(self, kind: str, name: str, value: str) -> bool:
        """Whether a part of a selector is true of it."""
        match kind:
            case "tag":
                return bool(self.tag == name)
            case "data":
                held = vars(self.dataset)
                return name in held and (not value or held[name] == value)
            case ":":
                return self is self.document.activeElement
            case "flag":
                return bool(getattr(self, name))
            case _:
                return bool(self.attributes.get(name) == value)

    def closest(self, selector: str) -> Any:
        return next((element for element in self.chain() if element.matches(selector)), None)

    def querySelectorAll(self, selector: str) -> Iterator[Any]:
        for child in self.children:
            if isinstance(child, Element):
                yield from [child] if child.matches(selector) else []
                yield from child.querySelectorAll(selector)

    def querySelector(self, selector: str) -> Any:
        return next(self.querySelectorAll(selector), None)

    def addEventListener(self, kind: str, listener: Any) -> None:
        self.listeners.append((kind, listener))

    def dispatch(self, kind: str, **given: Any) -> Any:
        """Lets an event happen, to this and to all that it is in; returns it."""
        event = SimpleNamespace(**{"target": self, "is_prevented": False, **MODIFIERS, **given})
        event.preventDefault = lambda: setattr(event, "is_prevented", True)
        for heard, listener in [pair for element in self.chain() for pair in element.listeners]:
            if heard == kind:
                listener(event)
        return event

    @property
    def is_clickable(self) -> bool:
        """Whether it is shown, in no closed dialog, and enabled."""
        return not any(
            element.hidden or element.disabled or (element.tag == "dialog" and not element.open)
            for element in self.chain()
        )

    def click(self) -> None:
        assert self.is_clickable
        event = self.dispatch("click", detail=1)
        if self.tag == "summary" and not event.is_prevented:
            self.parent.open = not self.parent.open

    def focus(self, **_: bool) -> None:
        self.document.activeElement = self
        self.dispatch("focusin")


class Document(Element):
    """The elements of index.html."""

    def __init__(self) -> None:
        vars(self).update(writes=[], activeElement=self, ids={}, title="")
        super().__init__(self, "#document")
        fill(self, self, HTML)
        vars(self).update(documentElement=self.querySelector("html"), getElementById=self.ids.get)

    def createElement(self, tag: str) -> Element:
        return Element(self, tag)


class Parser(HTMLParser):
    """Notes what it reads."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[tuple[Any, ...]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.read.append(("start", tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.read.append(("end", tag))

    def handle_data(self, data: str) -> None:
        self.read.append(("data", data))


@lru_cache(maxsize=10)
def parsed(text: str) -> list[tuple[Any, ...]]:
    """What a text in HTML says; every test asks it of the same page."""
    parser = Parser()
    parser.feed(text)
    return parser.read


def fill(document: Document, inside: Element, text: str) -> None:
    """Fills a document, or an element of it, with what a text says."""
    path: list[Any] = [inside]
    for read in parsed(text):
        match read:
            case "start", tag, attributes:
                element = Element(document, tag, **attributes)
                document.ids[attributes.get("id")] = element
                path[-1].append(element)
                path += [] if tag in {"input", "link", "meta"} else [element]
            case "end", tag:
                assert path.pop().tag == tag
            case _, data:
                path[-1].append(data)


class Storage(dict[str, str]):
    """An area of the browser's storage; it may be full."""

    is_full = False
    getItem = dict.get

    def setItem(self, key: str, text: str) -> None:
        if self.is_full:
            raise JsException("QuotaExceededError")
        self[key] = text

    def removeItem(self, key: str) -> None:
        self.pop(key, None)


class Window(Element):
    """The window, with index.html in it."""

    def __init__(self) -> None:
        super().__init__(Document(), "#window")
        self.document.parent = self
        vars(self).update(localStorage=Storage(), sessionStorage=Storage(), Object=dict)
        vars(self).update(errors=[], diagnostics=[])
        vars(self).update(
            location=SimpleNamespace(href=URL, search="", hash=""),
            history=SimpleNamespace(replaceState=lambda _, __, url: self.go(url)),
            navigator=SimpleNamespace(language="en-GB", userAgent="Chromium"),
            console=SimpleNamespace(error=self.errors.append, debug=self.diagnostics.append),
            performance=SimpleNamespace(mark=str),
            Date=SimpleNamespace(now=lambda: 1_763_000_000_000.0, new=date),
            Intl=SimpleNamespace(DateTimeFormat=SimpleNamespace(new=dates)),
            DOMParser=SimpleNamespace(new=lambda: SimpleNamespace(parseFromString=self.parsed)),
            is_calm=False,
            matchMedia=lambda _: SimpleNamespace(matches=self.is_calm),
        )

    def __getattr__(self, name: str) -> Any:
        raise JsException("SecurityError") if "Storage" in name else AttributeError(name)

    def fail_storage(self, how: str) -> None:
        """Makes localStorage "full", "missing" or "forbidden"."""
        self.localStorage.is_full = how == "full"
        if how == "missing":
            vars(self)["localStorage"] = None
        if how == "forbidden":
            del vars(self)["localStorage"]

    def keep_storage_of(self, other: "Window") -> None:
        """Has what another page stored."""
        vars(self).update(localStorage=other.localStorage, sessionStorage=other.sessionStorage)

    def parsed(self, text: str, _: str) -> Any:
        """A document of its own, with what the text says."""
        made = Element(self.document, "#document")
        fill(self.document, made, text)
        return SimpleNamespace(documentElement=made.firstChild)

    def go(self, url: str) -> None:
        """Changes the page's address."""
        address, mark, link = url.partition("#")
        _, question, query = address.partition("?")
        self.location = SimpleNamespace(href=url, search=question + query, hash=mark + link)


def date(milliseconds: int) -> SimpleNamespace:
    """A date, as the standard writes it."""
    moment = datetime.fromtimestamp(milliseconds / 1_000, UTC)
    return SimpleNamespace(toISOString=moment.isoformat)


def dates(language: str, **_: str) -> SimpleNamespace:
    """What writes a date in a language."""
    return SimpleNamespace(format=lambda milliseconds: f"{milliseconds} in {language}")


def install(monkeypatch: pytest.MonkeyPatch, window: Any, before_python: Any = None) -> None:
    """Lets main.py and page/ be imported afresh, and find this window; until the test ends."""

    def when(kind: str, target: Any) -> Any:
        targets = [*window.document.querySelectorAll(target)] if isinstance(target, str) else target
        assert targets, f"nothing is {target}"
        return lambda handler: [one.addEventListener(kind, handler) for one in targets]

    modules: dict[str, dict[str, Any]] = {
        "pyodide": {},
        "pyodide.ffi": {"JsException": JsException},
        "pyscript": {"document": window.document, "window": window, "when": when},
        "pyscript.ffi": {
            "create_proxy": lambda function: function,
            "to_js": lambda given: SimpleNamespace(**given),
        },
        "pyscript.js_modules": {"before_python": before_python},
    }
    for name in (*modules, *OURS):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
        vars(sys.modules[name]).update(modules.get(name, {}))
    for name in OURS:
        del sys.modules[name]


def result_of(coroutine: Any) -> Any:
    """What a coroutine returns that has to wait for nothing."""
    with pytest.raises(StopIteration) as returned:
        coroutine.send(None)
    return returned.value.value
