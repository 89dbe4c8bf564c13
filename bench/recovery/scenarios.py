"""24 failures of calls of 8 invented tools: the first set.

TOOLS is what the model is shown, server() has all the rules, of which the schema states half. Each of SCENARIOS is a user's
wish, a first call with one fault, and what makes it right. `raw_messages.json` holds what pydantic 2.14, jsonschema 4.26 and
zod 4.6 say of each call, with the words that MCP frameworks put in front.

visible: the broken rule stands in the schema. copy_ok: E's example value, pasted, would be right.
"""
import json, re, datetime as dt

TODAY = "2026-03-10"

def T(name, desc, props, required):
    return {"name": name, "description": desc,
            "parameters": {"type": "object", "properties": props, "required": required}}

TOOLS = {t["name"]: t for t in [
    T("book_room", "Book a meeting room.", {
        "room": {"type": "string", "description": "Name of the room"},
        "date": {"type": "string", "description": "Date of the booking"},
        "people": {"type": "integer", "description": "Number of people"}},
      ["room", "date", "people"]),
    T("create_invoice", "Create an invoice for a customer.", {
        "customer_id": {"type": "string", "description": "The customer"},
        "amount": {"type": "number", "description": "Amount to invoice"},
        "currency": {"type": "string", "enum": ["CHF", "EUR", "GBP", "USD"]}},
      ["customer_id", "amount", "currency"]),
    T("get_invoice", "Get one invoice.", {
        "invoice_id": {"type": "string", "description": "The invoice"},
        "format": {"type": "string", "enum": ["html", "pdf"]}},
      ["invoice_id", "format"]),
    T("list_orders", "List orders.", {
        "status": {"type": "string", "enum": ["cancelled", "open", "shipped"]},
        "page": {"type": "integer", "description": "Page number"},
        "page_size": {"type": "integer", "minimum": 1, "maximum": 100}},
      ["status", "page", "page_size"]),
    T("convert_measure", "Convert a measure to another unit.", {
        "value": {"type": "number"},
        "from_unit": {"type": "string", "description": "Unit of the value"},
        "to_unit": {"type": "string", "description": "Unit wanted"}},
      ["value", "from_unit", "to_unit"]),
    T("checkout_basket", "Check out a shopping basket.", {
        "basket": {"type": "string", "description": "Handle of the basket"},
        "shipping": {"type": "string", "enum": ["express", "standard"]},
        "country": {"type": "string", "description": "Two-letter country code"}},
      ["basket", "shipping", "country"]),
    T("search_docs", "Search documents.", {
        "query": {"type": "string", "minLength": 3},
        "folder": {"type": "string", "description": "Name of a folder"},
        "folder_id": {"type": "string", "description": "Id of a folder"},
        "limit": {"type": "integer", "minimum": 1, "maximum": 50}},
      ["query"]),
    T("create_event", "Create a calendar event.", {
        "title": {"type": "string"},
        "start": {"type": "string", "description": "Start of the event"},
        "duration_minutes": {"type": "integer", "multipleOf": 15},
        "attendee": {"type": "string", "format": "email"}},
      ["title", "start", "duration_minutes"]),
]}

UNITS = ["ft", "g", "kg", "km", "lb", "m", "mi", "oz"]
INVOICES = {"INV-2026-1043", "INV-2026-0007", "INV-2026-0031", "INV-2026-0001"}
BASKETS = {"bsk_9c2e", "bsk_5d10", "bsk_22aa"}
COUNTRIES = {"DE", "FR", "US", "GB", "CH", "ES", "IT", "NL", "AT", "BE", "PL", "SE"}

def _int(x): return (isinstance(x, int) and not isinstance(x, bool)) or (isinstance(x, float) and x == int(x))
def _num(x): return isinstance(x, (int, float)) and not isinstance(x, bool)
def _str(x): return isinstance(x, str)

def server(tool, a):
    """True when the pretend server would accept this call."""
    p = TOOLS[tool]["parameters"]
    if not isinstance(a, dict): return False
    if any(k not in p["properties"] for k in a): return False
    if any(k not in a for k in p["required"]): return False
    try:
        if tool == "book_room":
            if not re.fullmatch(r"\d{4}-\d\d-\d\d", a["date"]): return False
            if dt.date.fromisoformat(a["date"]) <= dt.date.fromisoformat(TODAY): return False
            return _str(a["room"]) and a["room"] != "" and _int(a["people"]) and 1 <= a["people"] <= 40
        if tool == "create_invoice":
            return (bool(re.fullmatch(r"cus_[0-9]+", a["customer_id"])) and _int(a["amount"])
                    and a["amount"] > 0 and a["currency"] in ("CHF", "EUR", "GBP", "USD"))
        if tool == "get_invoice":
            return a["invoice_id"] in INVOICES and a["format"] in ("html", "pdf")
        if tool == "list_orders":
            return (a["status"] in ("cancelled", "open", "shipped") and _int(a["page"]) and a["page"] >= 1
                    and _int(a["page_size"]) and 1 <= a["page_size"] <= 100)
        if tool == "convert_measure":
            return _num(a["value"]) and a["from_unit"] in UNITS and a["to_unit"] in UNITS
        if tool == "checkout_basket":
            return a["basket"] in BASKETS and a["shipping"] in ("express", "standard") and a["country"].upper() in COUNTRIES
        if tool == "search_docs":
            if "folder" in a and "folder_id" in a: return False
            return (_str(a["query"]) and len(a["query"]) >= 3
                    and all(_str(a[k]) and a[k] for k in ("folder", "folder_id") if k in a)
                    and ("limit" not in a or (_int(a["limit"]) and 1 <= a["limit"] <= 50)))
        if tool == "create_event":
            if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)", a["start"]): return False
            dt.datetime.fromisoformat(a["start"].replace("Z", "+00:00"))
            return (_str(a["title"]) and a["title"] != "" and _int(a["duration_minutes"])
                    and a["duration_minutes"] > 0 and a["duration_minutes"] % 15 == 0
                    and ("attendee" not in a or bool(re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", a["attendee"]))))
    except (TypeError, ValueError, KeyError, AttributeError):
        return False
    return False

def rng(lo, hi): return lambda v: _int(v) and lo <= v <= hi

S = []
def add(id, kind, tool, user, bad, param, want, given, constraint, example, gold, visible, copy_ok):
    """want: accepted value(s) of the repaired parameter (list or predicate; None = must be absent).
    Every other argument must stay as it was. gold: a correct value, for the self-test."""
    S.append(dict(id=id, kind=kind, tool=tool, user=user, bad=bad, param=param, want=want, given=given,
                  constraint=constraint, example=example, gold=gold, visible=visible, copy_ok=copy_ok))

V, H = True, False
add("date_format", "format", "book_room", "Book the Oak room for 6 people on 3 April 2026.",
    {"room": "Oak", "date": "3 April 2026", "people": 6}, "date", ["2026-04-03"], '"3 April 2026"',
    "must be a date after today in the form YYYY-MM-DD", '"2026-05-21"', "2026-04-03", H, False)
add("date_past", "date in the past", "book_room", "Book the Oak room for 4 people on April 12.",
    {"room": "Oak", "date": "2025-04-12", "people": 4}, "date", ["2026-04-12"], '"2025-04-12"',
    "must be a date after today (2026-03-10) in the form YYYY-MM-DD", '"2026-05-21"', "2026-04-12", H, False)
add("people_string", "type as string", "book_room", "Book the Birch room for 8 people on 2026-05-02.",
    {"room": "Birch", "date": "2026-05-02", "people": "8"}, "people", [8], '"8"',
    "must be an integer from 1 to 40, without quotes", "12", 8, V, False)
add("currency_enum", "enum near-miss", "create_invoice", "Invoice customer cus_8812 for 250 euros (25000 cents).",
    {"customer_id": "cus_8812", "amount": 25000, "currency": "euros"}, "currency", ["EUR"], '"euros"',
    'must be one of "CHF", "EUR", "GBP", "USD"', '"EUR"', "EUR", V, True)
add("customer_prefix", "prefix", "create_invoice", "Invoice customer 4471 for 9000 US cents.",
    {"customer_id": "4471", "amount": 9000, "currency": "USD"}, "customer_id", ["cus_4471"], '"4471"',
    'must be "cus_" followed by the customer\'s number', '"cus_1002"', "cus_4471", H, False)
add("amount_minor", "unit", "create_invoice", "Invoice customer cus_3310 for 49.90 pounds.",
    {"customer_id": "cus_3310", "amount": 49.9, "currency": "GBP"}, "amount", [4990], "49.9",
    "must be an integer in the currency's smallest unit (cents or pence)", "1250 (which means 12.50)", 4990, H, False)
add("invoice_unknown", "unknown id", "get_invoice", "Show me invoice 1043 as a PDF.",
    {"invoice_id": "INV-1043", "format": "pdf"}, "invoice_id", ["INV-2026-1043"], '"INV-1043"',
    "must be the id of an existing invoice; the closest one to what you sent is given as the example",
    '"INV-2026-1043"', "INV-2026-1043", H, True)
add("format_missing", "missing field", "get_invoice", "Get invoice INV-2026-0007 as a PDF.",
    {"invoice_id": "INV-2026-0007"}, "format", ["pdf"], "no value",
    'is required and must be one of "html", "pdf"', '"html"', "pdf", V, False)
add("invoice_case", "format", "get_invoice", "Open invoice inv-2026-0031 as html.",
    {"invoice_id": "inv-2026-0031", "format": "html"}, "invoice_id", ["INV-2026-0031"], '"inv-2026-0031"',
    'must be "INV-", four digits, "-", four digits, in capital letters', '"INV-2026-0001"', "INV-2026-0031", H, False)
add("page_size_max", "range", "list_orders", "List the open orders, as many on page 1 as you can.",
    {"status": "open", "page": 1, "page_size": 500}, "page_size", rng(1, 100), "500",
    "must be an integer from 1 to 100", "50", 100, V, True)
add("status_enum", "enum near-miss", "list_orders", "Which orders were sent out? Page 1, 20 per page.",
    {"status": "sent", "page": 1, "page_size": 20}, "status", ["shipped"], '"sent"',
    'must be one of "cancelled", "open", "shipped"', '"open"', "shipped", V, False)
add("page_zero", "range", "list_orders", "Show the first page of cancelled orders, 25 per page.",
    {"status": "cancelled", "page": 0, "page_size": 25}, "page", [1], "0",
    "must be an integer of at least 1; the first page is 1", "1", 1, H, True)
add("from_unit_enum", "enum near-miss", "convert_measure", "How many km are 5 miles?",
    {"value": 5, "from_unit": "miles", "to_unit": "km"}, "from_unit", ["mi"], '"miles"',
    'must be one of "ft", "g", "kg", "km", "lb", "m", "mi", "oz"', '"ft"', "mi", H, False)
add("to_unit_enum", "enum near-miss", "convert_measure", "Convert 70 kg to pounds.",
    {"value": 70, "from_unit": "kg", "to_unit": "pounds"}, "to_unit", ["lb"], '"pounds"',
    'must be one of "ft", "g", "kg", "km", "lb", "m", "mi", "oz"', '"oz"', "lb", H, False)
add("value_string", "type as string", "convert_measure", "Convert 120 ft to m.",
    {"value": "120", "from_unit": "ft", "to_unit": "m"}, "value", [120], '"120"',
    "must be a number, without quotes", "3.5", 120, V, False)
add("basket_expired", "expired handle", "checkout_basket", "Check out my basket with standard shipping to France.",
    {"basket": "bsk_71f0", "shipping": "standard", "country": "FR"}, "basket", ["bsk_9c2e"], '"bsk_71f0"',
    "must be a basket that has not expired; this one has, and its contents are now in the basket given as the example",
    '"bsk_9c2e"', "bsk_9c2e", H, True)
add("shipping_enum", "enum near-miss", "checkout_basket", "Check out basket bsk_5d10 with the fastest shipping to Spain.",
    {"basket": "bsk_5d10", "shipping": "fast", "country": "ES"}, "shipping", ["express"], '"fast"',
    'must be one of "express", "standard"', '"standard"', "express", V, False)
add("country_missing", "missing field", "checkout_basket", "Check out basket bsk_22aa with standard shipping to Germany.",
    {"basket": "bsk_22aa", "shipping": "standard"}, "country", lambda v: _str(v) and v.upper() == "DE", "no value",
    "is required and must be a two-letter ISO 3166 country code", '"FR"', "DE", V, False)
add("folder_both", "mutually exclusive", "search_docs", "Search for budget in the folder Finance.",
    {"query": "budget", "folder": "Finance", "folder_id": "Finance"}, "folder_id", None, '"Finance"',
    'cannot be sent together with "folder"; send exactly one of the two',
    '{"query": "contract", "folder": "Legal"}', None, H, False)
add("limit_max", "range", "search_docs", "Find up to 200 documents about visa.",
    {"query": "visa", "limit": 200}, "limit", rng(1, 50), "200",
    "must be an integer from 1 to 50", "20", 50, V, True)
add("query_short", "range", "search_docs", "Find the documents about HR policy.",
    {"query": "HR"}, "query", lambda v: _str(v) and len(v) >= 3 and ("hr" in v.lower() or "human resource" in v.lower()), '"HR"',
    "must have at least 3 characters", '"travel costs"', "HR policy", V, False)
add("start_zone", "format", "create_event", "Put Standup in the calendar on 2 April 2026 at 09:00 UTC for 15 minutes.",
    {"title": "Standup", "start": "2026-04-02 09:00", "duration_minutes": 15}, "start",
    lambda v: _str(v) and bool(re.fullmatch(r"2026-04-02T09:00(:00(\.0+)?)?(Z|[+-]00:00)", v)), '"2026-04-02 09:00"',
    "must be an RFC 3339 date and time with a time zone", '"2026-05-01T14:30:00Z"', "2026-04-02T09:00:00Z", H, False)
add("duration_step", "range", "create_event", "Plan Review at 2026-04-07T13:00:00Z for about 40 minutes.",
    {"title": "Review", "start": "2026-04-07T13:00:00Z", "duration_minutes": 40}, "duration_minutes",
    [30, 45], "40", "must be a multiple of 15", "30", 45, V, True)
add("attendee_email", "format", "create_event",
    "Plan Sync at 2026-04-09T10:00:00Z for 30 minutes with Dana (dana@example.org).",
    {"title": "Sync", "start": "2026-04-09T10:00:00Z", "duration_minutes": 30, "attendee": "Dana"}, "attendee",
    lambda v: _str(v) and v.lower() == "dana@example.org", '"Dana"', "must be an e-mail address", '"sam@example.com"', "dana@example.org", V, False)
SCENARIOS = S

def judge(sc, args):
    """-> dict(valid, fixed, changed, copied). fixed = server accepts it AND it does what the
    user asked: the broken argument has an accepted value and nothing else was altered."""
    valid = server(sc["tool"], args)
    others = {k: v for k, v in sc["bad"].items() if k != sc["param"]}
    got = {k: v for k, v in args.items() if k != sc["param"]} if isinstance(args, dict) else None
    kept = got == others
    if sc["want"] is None: right = isinstance(args, dict) and sc["param"] not in args
    else:
        v = args.get(sc["param"], ...) if isinstance(args, dict) else ...
        right = v is not ... and not isinstance(v, bool) and (sc["want"](v) if callable(sc["want"]) else
                                 any(v == w and isinstance(v, str) == isinstance(w, str) for w in sc["want"]))
    ex = sc["example"].split(" (")[0]
    copied = isinstance(args, dict) and json.dumps(args.get(sc["param"], "\0")) == ex
    return dict(valid=valid, fixed=bool(valid and kept and right), changed=args != sc["bad"],
                kept=kept, copied=copied)

# What a server could work out from the sent value (or its own data) alone, without knowing the
# user's wish; the other 7 scenarios get no suggestion and no example in condition S.
SUGGEST = {"date_format": '"2026-04-03"', "date_past": '"2026-04-12"', "people_string": "8", "currency_enum": '"EUR"',
    "customer_prefix": '"cus_4471"', "amount_minor": "4990", "invoice_unknown": '"INV-2026-1043"',
    "invoice_case": '"INV-2026-0031"', "page_size_max": "100", "page_zero": "1", "from_unit_enum": '"mi"',
    "to_unit_enum": '"lb"', "value_string": "120", "basket_expired": '"bsk_9c2e"', "start_zone": '"2026-04-02T09:00:00Z"',
    "limit_max": "50", "duration_step": "45"}

# Neither the schema nor the raw library text tells the rule: only the server could state it or suggest a value.
SERVER_ONLY = {"amount_minor", "invoice_unknown", "basket_expired"}

RAW = None
def response(sc, cond):
    global RAW
    if cond == "A": return "Tool call failed."
    if cond == "B": return "MCP error -32602: Invalid params"
    if cond == "C": return "Invalid input"
    if cond == "D":
        if RAW is None:
            import pathlib
            RAW = json.loads((pathlib.Path(__file__).parent / "raw_messages.json").read_text())
        return RAW[sc["id"]]
    if cond in ("E", "E0"):
        m = f'Parameter "{sc["param"]}" {sc["constraint"]}. You sent {sc["given"]}. '
        if cond == "E":
            m += f'Example of {"valid arguments" if sc["example"].startswith("{") else "a valid value"}: {sc["example"]}. '
        return m + "Retry with a corrected value."
    if cond == "S":   # added after the first results: see SUGGEST
        m = f'Parameter "{sc["param"]}" {sc["constraint"]}. You sent {sc["given"]}. '
        if sc["id"] in SUGGEST: m += f'Suggested value: {SUGGEST[sc["id"]]}. '
        return m + "Retry with a corrected value."
    if cond == "P":   # placebo: the actionable message of another tool's failure
        i = S.index(sc)
        j = (i + 7) % len(S)
        while S[j]["tool"] == sc["tool"]: j = (j + 1) % len(S)
        return response(S[j], "E")
    raise KeyError(cond)

if __name__ == "__main__":   # self-test
    assert len(S) == 24 and len({s["id"] for s in S}) == 24 and len({s["tool"] for s in S}) == 8
    for s in S:
        assert not server(s["tool"], s["bad"]), s["id"]
        assert not judge(s, s["bad"])["fixed"]
        gold = dict(s["bad"])
        if s["want"] is None: gold.pop(s["param"])
        else: gold[s["param"]] = s["gold"]
        j = judge(s, gold)
        assert j["fixed"] and j["valid"] and j["changed"], (s["id"], j)
        if s["example"].startswith("{"): c = json.loads(s["example"])
        else: c = {**s["bad"], s["param"]: json.loads(s["example"].split(" (")[0])}
        jc = judge(s, c)
        assert jc["valid"], ("E's example must be valid", s["id"])
        assert jc["fixed"] == s["copy_ok"], ("copy_ok", s["id"], jc)
    assert all(judge(s, {**s["bad"], s["param"]: json.loads(SUGGEST[s["id"]])})["fixed"] for s in S if s["id"] in SUGGEST)
    print("suggestions", len(SUGGEST))
    print("ok", len(S), "visible", sum(s["visible"] for s in S), "copy_ok", sum(s["copy_ok"] for s in S))
    import sys
    if len(sys.argv) > 1:
        for s in S:
            print("\n##", s["id"], s["tool"], "|", s["user"], "|", json.dumps(s["bad"]))
            for c in "DE": print(f"  {c}: {response(s, c)}")
            print("  P:", response(s, "P"))
