"""The pages' scripts as a browser loads them: modules that are needed together are one file.

The sources stay as they are, one idea a module. A file for each of them would cost a phone a
request and a compression that starts from nothing; a bundle has one of both. Which modules go
together follows from what imports what:

- modules that only one page or one late part needs are in the file of that page or part;
- what several of them need is in a shared file, so no browser loads anything twice.

A bundled module is a function of its own in the file, so no two names ever meet. Our modules only
need the simple half of the language for this: named imports, declarations that are exported where
they stand, nothing exported that changes, no circles. Anything else is refused with its place.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

from dicehost.web.packed import Packed, pack_text

SHARED = "bundle/"
"""The folder of files that several pages share; nothing lies there, they are made."""
FIRST = frozenset({"entry/lobby.js", "entry/seat.js", "entry/table.js"})
LOOK = "entry/appearance.js"
"""What every page needs before its first frame."""
_IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"([^"]+)";\n?', re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?P<default>default )?(?P<kind>(?:async )?function\*?|class|const) (?P<name>\w+)",
    re.MULTILINE,
)
_LATER = re.compile(r'\bimport\((["`])(\.[^"`$]*)')
_OTHER = re.compile(r"^(import|export)\b.*", re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_PART = re.compile(r'^  \w+: "([^"]+\.js)",$', re.MULTILINE)
_WAITS = re.compile(r"^await ", re.MULTILINE)


class Module(Struct, frozen=True):
    """A module: what it takes from which others, what it gives, and the rest of its text."""

    path: str
    imports: tuple[tuple[str, str], ...]
    exports: tuple[tuple[str, str], ...]
    """What others call it, and its name here."""
    text: str
    later: tuple[str, ...]
    """Modules that it loads by their address when it needs them."""


def read(path: str, source: str) -> Module:
    """Take a module apart; one that uses more of the language than a bundle can is refused."""

    def at(address: str) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(path), address))

    # Comments name types by such imports, too.
    said = _COMMENT.sub("", source)
    later = [at(address) for _, address in _LATER.findall(said) if address.endswith(".js")]
    # From another address these would lead elsewhere; what ends in a stroke is a folder.
    text = _LATER.sub(
        lambda hit: f"import({hit[1]}/static/{at(hit[2])}{'/' * hit[2].endswith('/')}", source
    )
    imports = tuple((names, at(address)) for names, address in _IMPORT.findall(text))
    text = _IMPORT.sub("", text)
    exports = tuple(
        ("default" if hit["default"] else hit["name"], hit["name"])
        for hit in _EXPORT.finditer(text)
    )
    if odd := _OTHER.search(_EXPORT.sub("", text)):
        raise ValueError(
            f"{path}: a bundle knows `import {{ … }} from` and exported declarations that never "
            f"change, but found: {odd[0]}"
        )
    if path == "lib/parts.js":
        later += _PART.findall(source)
    return Module(path, imports, exports, text, tuple(later))


class Bundles:
    """Every script below ``pages`` and what is served at its address."""

    def __init__(self, pages: Path) -> None:
        paths = [file.relative_to(pages).as_posix() for file in sorted(pages.rglob("*.js"))]
        mine = [path for path in paths if not path.startswith("words/") and path != "worker.js"]
        self._modules = {
            path: read(path, (pages / path).read_text(encoding="utf-8")) for path in mine
        }
        # No name in our sources begins with a dollar sign.
        self._names = {path: f"${number}" for number, path in enumerate(mine)}
        later = {path for module in self._modules.values() for path in module.later}
        self._roots = {path for path in mine if path.startswith("entry/")} | later
        users: dict[str, set[str]] = {path: set() for path in mine}
        for root in sorted(self._roots):
            self._reach(root, root, users, ())
        self._sorted: list[str] = []
        for path in mine:
            self._sort(path)
        self._file = {path: _file_of(path, users[path]) for path in mine}

    @property
    def loaded(self) -> list[str]:
        """The addresses that pages load, shared files among them."""
        return sorted({*self._file.values(), *self._roots})

    def text(self, path: str) -> str | None:
        """What is served at an address; nothing if it is no script of ours."""
        if path in self._file.values():
            return self._bundle(path)
        if path not in self._modules:
            return None
        if self._file[path].startswith(SHARED):
            return self._pointer(self._modules[path])
        # Asked for by nobody but those who try a module out alone.
        module = self._modules[path]
        return "".join([*self._taken([module]), self._names_of(module), module.text])

    def _reach(
        self, path: str, root: str, users: dict[str, set[str]], above: tuple[str, ...]
    ) -> None:
        if path in above:
            raise ValueError(f"modules that need each other: {' → '.join((*above, path))}")
        if root in users[path]:
            return
        users[path].add(root)
        for _, needed in self._modules[path].imports:
            self._reach(needed, root, users, (*above, path))

    def _sort(self, path: str) -> None:
        if path in self._sorted:
            return
        for _, needed in self._modules[path].imports:
            self._sort(needed)
        self._sorted.append(path)

    def _bundle(self, file: str) -> str:
        inside = [self._modules[path] for path in self._sorted if self._file[path] == file]
        head = [*self._taken(inside)]
        if inside[-1].path == file:
            own = inside.pop()
            tail = self._names_of(own) + own.text
        else:
            tail = f"export{{{','.join(self._names[module.path] for module in inside)}}};\n"
        return "".join([*head, *map(self._wrapped, inside), tail])

    def _taken(self, modules: list[Module]) -> Iterator[str]:
        """Imports of everything outside that these modules need, each file once."""
        inside = {module.path for module in modules}
        needed: dict[str, list[str]] = {}
        for path in sorted({path for module in modules for _, path in module.imports} - inside):
            shared = self._file[path].startswith(SHARED)
            needed.setdefault(self._file[path] if shared else path, []).append(self._names[path])
        for file, names in needed.items():
            what = f"{{{','.join(names)}}}" if file.startswith(SHARED) else f"*as {names[0]} "
            yield f'import{what}from"/static/{file}";\n'

    def _pointer(self, module: Module) -> str:
        """What leads from a module's own address to the shared file it is in."""
        name, file = self._names[module.path], self._file[module.path]
        given = ",".join(
            f"{inside} as {outside}" if outside == "default" else inside
            for outside, inside in module.exports
        )
        taken = ",".join(
            f"{outside}:{inside}" if outside == "default" else inside
            for outside, inside in module.exports
        )
        return f'import{{{name}}}from"/static/{file}";const{{{taken}}}={name};export{{{given}}};'

    def _wrapped(self, module: Module) -> str:
        if _WAITS.search(module.text):
            raise ValueError(f"{module.path}: only a page's own script may wait while it is loaded")
        body = _EXPORT.sub(r"\g<kind> \g<name>", module.text)
        given = ",".join(
            inside if inside == outside else f"{outside}:{inside}"
            for outside, inside in module.exports
        )
        names = self._names_of(module)
        return f"const {self._names[module.path]}=(()=>{{{names}{body}\nreturn{{{given}}};}})();\n"

    def _names_of(self, module: Module) -> str:
        """What the module takes from others, as names of its own."""
        taken = [
            f"{{{names.strip().rstrip(',').replace(' as ', ':')}}}={self._names[path]}"
            for names, path in module.imports
        ]
        return f"const {','.join(taken)};\n" if taken else ""


def _file_of(path: str, users: set[str]) -> str:
    pages = {user for user in users if user.startswith("entry/")}
    if len(users) == 1:
        return next(iter(users))
    if LOOK in pages or pages >= FIRST:
        return f"{SHARED}base.js"
    if pages >= FIRST - {"entry/lobby.js"}:
        return f"{SHARED}play.js"
    if len(pages) == 1:
        return SHARED + next(iter(pages)).removeprefix("entry/")
    # Of late parts, those that share something lie in one folder.
    return f"{SHARED}{'pages' if pages else posixpath.basename(posixpath.dirname(path))}.js"


@cache
def bundles(pages: Path) -> Bundles:
    """The bundles of a folder, worked out once; restart the service after a change."""
    return Bundles(pages)


@cache
def packed(pages: Path, path: str) -> Packed | None:
    """What is served at a script's address, ready to be sent."""
    text = bundles(pages).text(path)
    return None if text is None else pack_text(text, ".js")
