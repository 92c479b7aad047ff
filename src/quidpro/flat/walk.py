"""Walks over expression graphs without recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from quidpro.flat.expr import Expr, Op, Var, op, var


def postorder(roots: Iterable[Expr]) -> list[Expr]:
    """Every node below the roots once, arguments before the operators on them."""
    found: dict[Expr, None] = {}
    stack: list[tuple[Expr, bool]] = [(root, False) for root in roots][::-1]
    while stack:
        node, ready = stack.pop()
        if node in found:
            continue
        if ready or not node.args:
            found[node] = None
            continue
        stack.append((node, True))
        stack.extend((arg, False) for arg in reversed(node.args) if arg not in found)
    return list(found)


def variables(*roots: Expr) -> list[Var]:
    """The variables (now and next apart) below the roots, in the order of their first occurrence."""
    return [node for node in postorder(roots) if isinstance(node, Var)]


def names(*roots: Expr) -> set[str]:
    """The names of the variables below the roots, now or next."""
    return {node.name for node in variables(*roots)}


def has_next(root: Expr) -> bool:
    """Whether an expression speaks of the state that follows."""
    return any(node.next for node in variables(root))


def rebuild(root: Expr, leaf: Callable[[Expr], Expr], known: dict[Expr, Expr] | None = None) -> Expr:
    """The expression with its leaves replaced; operators are simplified again. ``known`` is kept between calls."""
    from quidpro.flat.build import operation

    known = {} if known is None else known
    if root in known:
        return known[root]
    for node in postorder((root,)):
        if isinstance(node, Op):
            args = tuple(known[arg] for arg in node.args)
            known[node] = node if args == node.args else operation(node.op, args, node.type)
        else:
            known[node] = leaf(node)
    return known[root]


def to_next(root: Expr, known: dict[Expr, Expr] | None = None) -> Expr:
    """The expression about the state that follows; it must speak of the current one only."""
    return rebuild(root, _following, known)


def _following(node: Expr) -> Expr:
    return var(node.name, node.type, next=True) if isinstance(node, Var) else node


def ends(root: Expr) -> list[Expr]:
    """What an expression can evaluate to: the ends of its branches and choices."""
    found: dict[Expr, None] = {}
    stack, seen = [root], {root}
    while stack:
        node = stack.pop()
        if isinstance(node, Op) and node.op in ("ite", "union"):
            below = node.args[1:] if node.op == "ite" else node.args
            stack.extend(arg for arg in below if arg not in seen)
            seen.update(below)
        else:
            found[node] = None
    return list(found)


def conjuncts(root: Expr) -> list[Expr]:
    """The parts of a conjunction, nested ones included; the expression itself when it is not a conjunction."""
    found, stack = [], [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Op) and node.op == "and":
            stack.extend(reversed(node.args))
        else:
            found.append(node)
    return found


def distribute(root: Expr) -> list[Expr]:
    """The parts of ``p -> (q & r)``, which are ``p -> q`` and ``p -> r``; the expression itself when it has none.

    The whole may have a value where a part has none: q may be false just where r cannot be evaluated.
    """
    if not (isinstance(root, Op) and root.op == "implies"):
        return [root]
    premise, conclusion = root.args
    parts = conjuncts(conclusion)
    return [op("implies", (premise, part), root.type) for part in parts] if len(parts) > 1 else [root]
