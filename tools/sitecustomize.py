"""Finds the page's Python modules in one file of bytecode.

tools/library.py puts this into the library archive, and Python imports it when it starts, before
anything that is not in the archive as a file of its own. An archive has each module read by itself:
to read all of them from one takes a tenth off the start of Python.
"""

import marshal
import sys
from zipimport import zipimporter

TYPE_CHECKING = False  # nothing may be imported here that is not built in
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import CodeType, ModuleType
else:
    ModuleSpec = type(sys.__spec__)

MODULES = "modules.marshal"


class Library:
    """A finder and loader of modules whose code has been read."""

    def __init__(self, codes: "dict[str, CodeType]") -> None:
        self.codes = codes

    def find_spec(
        self, name: str, _path: object = None, _target: object = None
    ) -> ModuleSpec | None:
        """Where a module comes from, if it is one of them."""
        if not (code := self.codes.get(name)):
            return None
        path = code.co_filename
        is_package = path.endswith("/__init__.py")
        spec = ModuleSpec(name, self, origin=path, is_package=is_package)  # type: ignore[arg-type]
        spec.has_location = True
        return spec

    def create_module(self, _spec: ModuleSpec) -> None:
        """Python makes it."""

    def exec_module(self, module: "ModuleType") -> None:
        """Runs a module."""
        exec(self.codes[module.__name__], module.__dict__)  # noqa: S102 - as any loader does


if __name__ == "sitecustomize" and isinstance(__spec__.loader, zipimporter):
    data = __spec__.loader.get_data(MODULES)
    sys.meta_path.insert(0, Library(marshal.loads(data)))  # noqa: S302 - our own
    size = len(data)
    del data
    bytes(size)  # fills with zeros what is free now: a snapshot leaves zeros out
