"""quidpro in pytest: the library bound to the folder of a test, a test for each question of a model, models as tests.

pytest loads this in every run, so nothing of the library is loaded before a test asks for it. What is wrong with an
answer is shown by the answer: no line of quidpro stands in the traceback of a test.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

import quidpro

if TYPE_CHECKING:
    from quidpro import CheckArguments, Results
    from quidpro.verdict.verdict import AnyVerdict

_FILES_FIRST = {
    "acheck": 1,
    "assumption": 1,
    "certify": 2,
    "check": 1,
    "checking": 1,
    "compare": 1,
    "decompose": 1,
    "load": 1,
    "replay": 1,
    "simulate": 1,
}
"""How many of the first arguments of a function may be files."""
_FILES_BY_NAME = ("props", "resume", "spec")
_UNLIMITED = ("load", "replay")
"""Those without ``timeout`` and ``memory``."""
_LIMITS = {"timeout": "seconds", "memory": "megabytes"}
_ANSWERS = pytest.StashKey[dict[str, Any]]()
"""What has been asked in this run: models by their paths and arguments."""


class Quidpro:
    """The functions and types of the library; files are looked for beside the test, then in the root of the tests.

    ``timeout`` and ``memory`` are those of the command line, unless a test has its own.
    """

    def __init__(self, folder: Path, config: pytest.Config) -> None:
        self._folders = (folder, config.rootpath)
        self._limits = _limits(config)
        if TYPE_CHECKING:  # what __getattr__ gives
            self.acheck = quidpro.acheck
            self.assumption = quidpro.assumption
            self.certify = quidpro.certify
            self.check = quidpro.check
            self.checking = quidpro.checking
            self.compare = quidpro.compare
            self.decompose = quidpro.decompose
            self.load = quidpro.load
            self.replay = quidpro.replay
            self.simulate = quidpro.simulate

    def __repr__(self) -> str:
        return f"quidpro in {self._folders[0]}"

    def __getattr__(self, name: str) -> Any:
        found = getattr(quidpro, name)
        return self._bound(name, found) if name in _FILES_FIRST else found

    def _bound(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function with files and limits as they are meant in a test."""
        files, limits = _FILES_FIRST[name], {} if name in _UNLIMITED else self._limits

        @wraps(function)
        def bound(*given: Any, **named: Any) -> Any:
            __tracebackhide__ = True
            first = [self._file(one) for one in given[:files]]
            others = {name: self._known_file(one) if name in _FILES_BY_NAME else one for name, one in named.items()}
            try:
                return function(*first, *given[files:], **{**limits, **others})
            except quidpro.QuidproError as error:
                raise error.with_traceback(None) from None

        return bound

    def _file(self, given: Any) -> Any:
        """A file beside the test, even where there is none: that is what the complaint is to be about."""
        found = self._known_file(given)
        return self._folders[0] / given if found is given and isinstance(given, str | os.PathLike) else found

    def _known_file(self, given: Any) -> Any:
        """A file that is there; else what was given."""
        if not isinstance(given, str | os.PathLike):
            return given
        return next((path for folder in self._folders if (path := folder / given).exists()), given)


def pytest_addoption(parser: pytest.Parser) -> None:
    """The limits, and the models that are tests themselves."""
    group = parser.getgroup("quidpro", "concurrent systems, checked by quidpro")
    for name, unit in _LIMITS.items():
        words = f"{unit} for each call of quidpro that has no {name} of its own"
        group.addoption(f"--quidpro-{name}", type=float, metavar=unit.upper(), help=words)
        parser.addini(f"quidpro_{name}", f"{words}, as --quidpro-{name}")
    words = "model files that are tests themselves, one for each of their questions: a pattern such as '*.lts'"
    group.addoption("--quidpro-files", action="append", metavar="PATTERN", default=[], help=f"{words} (repeatable)")
    parser.addini("quidpro_files", f"{words}; several", type="args", default=[])


def _limits(config: pytest.Config) -> dict[str, float]:
    given = {name: config.getoption(f"--quidpro-{name}") for name in _LIMITS}
    found = {name: config.getini(f"quidpro_{name}") if value is None else value for name, value in given.items()}
    try:
        return {name: float(value) for name, value in found.items() if value not in (None, "")}
    except ValueError as error:
        raise pytest.UsageError(f"quidpro_timeout and quidpro_memory are numbers: {error}") from None


def pytest_configure(config: pytest.Config) -> None:
    """The marker."""
    config.addinivalue_line(
        "markers",
        "quidpro(model, **arguments): the model that quidpro_answer is about, and the arguments of quidpro.check; "
        "the test runs once for each question that this asks.",
    )
    config.stash[_ANSWERS] = {}


@pytest.fixture(name="quidpro")
def _quidpro(request: pytest.FixtureRequest) -> Quidpro:
    """The library; files are looked for beside the test, then in the root of the tests."""
    return Quidpro(request.path.parent, request.config)


@pytest.fixture
def quidpro_answer(request: pytest.FixtureRequest) -> Results[AnyVerdict]:
    """The answer to one question of the model that the marker ``quidpro`` names; every question has a test."""
    __tracebackhide__ = True
    return _Model.of_marker(request).answer(request.param)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with ``quidpro_answer`` for each question."""
    if "quidpro_answer" not in metafunc.fixturenames:
        return
    names = _Model.of_marker(metafunc).questions()
    metafunc.parametrize("quidpro_answer", range(len(names)), ids=names, indirect=True)


class _Model:
    """A model of which questions are tests; all are answered when the first answer is needed."""

    def __init__(
        self, path: str | os.PathLike[str], arguments: CheckArguments, folder: Path, config: pytest.Config
    ) -> None:
        self._quidpro = Quidpro(folder, config)
        self._path, self._arguments = path, arguments
        self._asked: dict[str, Any] = config.stash[_ANSWERS]
        self._key = f"{folder / path} {arguments}"

    @classmethod
    def of_marker(cls, test: pytest.Metafunc | pytest.FixtureRequest) -> _Model:
        node = test.definition if isinstance(test, pytest.Metafunc) else test.node
        marker = node.get_closest_marker("quidpro")
        if marker is None or len(marker.args) != 1:
            raise pytest.Collector.CollectError(
                f'{node.name} takes quidpro_answer: say of which model, @pytest.mark.quidpro("model.lts")'
            )
        return cls(marker.args[0], cast("CheckArguments", marker.kwargs), node.path.parent, test.config)

    def questions(self) -> list[str]:
        """Their names; what is wrong with the model is an error of the collection."""
        from quidpro.api.check import questions

        try:
            return self._quidpro._bound("check", questions)(self._path, **self._arguments)  # type: ignore[no-any-return]
        except quidpro.QuidproError as error:
            raise pytest.Collector.CollectError(str(error)) from None

    def answer(self, number: int) -> Results[AnyVerdict]:
        """The answer to a question; where not even the model was read in time, that."""
        __tracebackhide__ = True
        if self._key not in self._asked:
            self._asked[self._key] = self._quidpro.check(self._path, **self._arguments)
        results: Results[AnyVerdict] = self._asked[self._key]
        return quidpro.Results([results[min(number, len(results) - 1)]], results.warnings)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ModelFile | None:
    """A model file, where such files are tests."""
    patterns = [*parent.config.getoption("--quidpro-files"), *parent.config.getini("quidpro_files")]
    wanted = any(file_path.match(pattern) for pattern in patterns)
    return ModelFile.from_parent(parent, path=file_path) if wanted else None


class ModelFile(pytest.File):
    """A model file: everything that can be asked of it must hold."""

    def collect(self) -> Iterator[ModelItem]:
        """A test for each question."""
        model = _Model(self.path, {}, self.path.parent, self.config)
        for number, name in enumerate(model.questions()):
            yield ModelItem.from_parent(self, name=name, model=model, number=number)


class ModelItem(pytest.Item):
    """One question of a model file."""

    def __init__(self, *, model: _Model, number: int, **others: Any) -> None:
        super().__init__(**others)
        self._model, self._number = model, number

    def runtest(self) -> None:
        """It must hold."""
        self._model.answer(self._number).expect("holds")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The report of the answer, or what is wrong with the model."""
        if isinstance(excinfo.value, AssertionError | quidpro.QuidproError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """What its report is headed with."""
        return self.path, None, f"{self.path.name}: {self.name}"
