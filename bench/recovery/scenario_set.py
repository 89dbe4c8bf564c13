"""Loads a set of scenarios, and says what each condition tells and which calls can be won.

A set is a Python module with TODAY, TOOLS, SCENARIOS, SUGGEST, SERVER_ONLY, server(), judge() and response(), as in
`scenarios.py`; it is named by its path, or by its bare name where it lies beside this file.
"""
import importlib.util
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
HIDDEN = "Tool call failed."        # what a client says when it keeps an error to itself
JSON_TYPE = {str: "string", int: "integer", float: "number", bool: "boolean"}

CONDITIONS = {
    "A": "the client hides the error",
    "B": "the code -32602 and \"Invalid params\"",
    "C": "\"Invalid input\"",
    "D": "the library's own text",
    "E0": "parameter, rule and value, by hand",
    "S": "the same with the value that follows, by hand",
    "W-A": "-32603 \"Internal error\", wrapped",
    "W-B": "-32602 \"Invalid params\", wrapped",
    "W-C": "isError \"Invalid input\", wrapped",
    "W-D": "isError with the library's text, wrapped",
    "W-Dp": "-32602 with the library's text, wrapped",
}


def load(spec):
    path = pathlib.Path(spec)
    if path.suffix != ".py":
        path = HERE / f"{spec}.py"
    if not path.is_file():
        sys.exit(f"no scenarios in `{path}` (give the path of a .py file)")
    found = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(found)
    sys.path.insert(0, str(path.resolve().parent))
    found.loader.exec_module(module)
    module.PATH = path.resolve()
    return module


def told(scenarios, scenario, condition, texts):
    """The text of the failure that the model reads."""
    if condition.startswith("W-"):
        return texts[scenario["id"]][condition[2:]]
    return scenarios.response(scenario, condition)


def can_be_won(scenarios, scenario, condition):
    """Whether anybody could know the broken rule: from the schema, or from the library's text where that comes."""
    base = condition.removeprefix("W-")
    if base in ("A", "B", "C"):
        return scenario["visible"]
    if base in ("D", "Dp"):
        return scenario["id"] not in scenarios.SERVER_ONLY
    return True


def slots(scenarios, scenario):
    """The names that the model may write, in the schema's order, each with its types. A name that the bad call
    misspelt and the type of the bad value stay possible."""
    properties = scenarios.TOOLS[scenario["tool"]]["parameters"]["properties"]
    names = list(properties)
    for name in scenario["bad"]:
        if name not in properties:
            names.insert(names.index(scenario["param"]), name)
    found = []
    for name in names:
        types = {properties[name]["type"]} if name in properties else set()
        if name in scenario["bad"]:
            types.add(JSON_TYPE[type(scenario["bad"][name])])
        if "number" in types:
            types.discard("integer")
        found.append((name, sorted(types)))
    return found
