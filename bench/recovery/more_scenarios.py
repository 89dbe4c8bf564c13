"""A second set of scenarios: other tools, other words, other libraries. It guards against wording that only helps the first.

The members are those of `scenarios.py`. The rules of the pretend server stand in FULL, one predicate for each argument.
"""
import datetime as dt
import json
import pathlib
import re

TODAY = "2026-03-10"


def tool(name, description, required, **properties):
    return {"name": name, "description": description,
            "parameters": {"type": "object", "properties": properties, "required": required.split()}}


def text(description=None, **rules):
    return {"type": "string", **({"description": description} if description else {}), **rules}


def number(kind="integer", **rules):
    return {"type": kind, **rules}


SPORTS = ["cycling", "rowing", "running", "swimming"]

TOOLS = {t["name"]: t for t in [
    tool("rent_bike", "Rent bicycles at a station.", "station pickup_day bikes",
         station=text("Station name"), pickup_day=text("Day of pickup"), bikes=number(minimum=1, maximum=6),
         frame=text(enum=["L", "M", "S"]), insured={"type": "boolean"}),
    tool("send_parcel", "Send a parcel.", "parcel_no weight_kg service",
         parcel_no=text("Number of the parcel"), weight_kg=number("number", exclusiveMinimum=0), service=text("Kind of service"),
         destination=text("Country of the addressee")),
    tool("log_workout", "Store a workout.", "sport started_at distance_m",
         sport=text("Kind of sport"), started_at=text("When it began"), distance_m=number(minimum=0),
         effort=number(description="How hard it was", minimum=1, maximum=10)),
    tool("read_sensor", "Read values of a sensor.", "sensor metric",
         sensor=text("Which sensor"), metric=text("What to read"), window_s=number(description="Length of the window in seconds"),
         scale=text("Scale of the values")),
    tool("make_thumbnail", "Make a thumbnail of a picture.", "image_url width_px",
         image_url=text("Address of the picture"), width_px=number(multipleOf=8), file_type=text(enum=["jpeg", "png", "webp"]),
         opacity=number("number")),
    tool("add_contact", "Add a contact.", "full_name email",
         full_name=text(minLength=3), email=text(format="email"), phone=text("Phone number"),
         language=text(enum=["de", "en", "fr", "it"])),
    tool("order_meal", "Order a meal.", "dish portions deliver_at",
         dish=text(), portions=number(minimum=1), deliver_at=text("Time of delivery today"), priority=text("How urgent it is")),
    tool("search_flights", "Search for flights.", "origin destination depart_on cabin",
         origin=text("IATA code"), destination=text("IATA code"), depart_on=text("Day of departure"),
         cabin=text(enum=["business", "economy", "first"]), max_stops=number(minimum=0, maximum=2),
         airline=text("Code of an airline"), alliance=text("Name of an alliance")),
]}


def is_int(x):
    return not isinstance(x, bool) and (isinstance(x, int) or isinstance(x, float) and x == int(x))


def is_number(x):
    return isinstance(x, (int, float)) and not isinstance(x, bool)


def within(least, most=10**9):
    return lambda x: is_int(x) and least <= x <= most


def one_of(*values):
    return lambda x: x in values


def like(pattern):
    return lambda x: isinstance(x, str) and bool(re.fullmatch(pattern, x))


def day(x):
    return bool(re.fullmatch(r"\d{4}-\d\d-\d\d", x)) and dt.date.fromisoformat(x) > dt.date.fromisoformat(TODAY)


def instant(x):
    return bool(re.fullmatch(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)", x))


WORD = like(r"\S.*")
FULL = {
    "rent_bike": dict(station=WORD, pickup_day=day, bikes=within(1, 6), frame=one_of("L", "M", "S"), insured=lambda x: isinstance(x, bool)),
    "send_parcel": dict(parcel_no=like(r"[A-Z]{2}\d{9}[A-Z]{2}"), weight_kg=lambda x: is_number(x) and 0 < x <= 31.5,
                        service=one_of("ECONOMY", "EXPRESS", "OVERNIGHT"), destination=one_of("AT", "CH", "DE", "FR", "IT")),
    "log_workout": dict(sport=one_of(*SPORTS), started_at=instant, distance_m=within(0), effort=within(1, 10)),
    "read_sensor": dict(sensor=like(r"sn-\d{5}"), metric=one_of("humidity", "pressure", "temperature"), window_s=within(60, 86400),
                        scale=one_of("celsius", "fahrenheit", "kelvin")),
    "make_thumbnail": dict(image_url=like(r"https?://[^\s/]+\.[^\s/]+(/\S*)?"), width_px=lambda x: is_int(x) and x > 0 and x % 8 == 0,
                           file_type=one_of("jpeg", "png", "webp"), opacity=lambda x: is_number(x) and 0 <= x <= 1),
    "add_contact": dict(full_name=lambda x: isinstance(x, str) and len(x) >= 3, email=like(r"[^@\s<>]+@[^@\s<>]+\.[^@\s<>]+"),
                        phone=like(r"\+[1-9]\d{6,14}"), language=one_of("de", "en", "fr", "it")),
    "order_meal": dict(dish=WORD, portions=within(1, 50), deliver_at=like(r"([01]\d|2[0-3]):[0-5]\d"), priority=one_of("high", "low", "normal")),
    "search_flights": dict(origin=like("[A-Z]{3}"), destination=like("[A-Z]{3}"), depart_on=day, cabin=one_of("business", "economy", "first"),
                           max_stops=within(0, 2), airline=like("[A-Z0-9]{2}"), alliance=WORD),
}


def server(name, arguments):
    """Whether the pretend server takes the call."""
    rules = FULL[name]
    if not isinstance(arguments, dict) or any(key not in rules for key in arguments):
        return False
    if any(key not in arguments for key in TOOLS[name]["parameters"]["required"]):
        return False
    if "airline" in arguments and "alliance" in arguments:
        return False
    try:
        return all(rules[key](value) for key, value in arguments.items())
    except (TypeError, ValueError, AttributeError):
        return False


SCENARIOS = []
SUGGEST = {}
SERVER_ONLY = set()
BASE = {
    "rent_bike": {"station": "Harbour", "pickup_day": "2026-05-02", "bikes": 2},
    "send_parcel": {"parcel_no": "RR123456785CH", "weight_kg": 2.5, "service": "EXPRESS"},
    "log_workout": {"sport": "rowing", "started_at": "2026-03-08T07:30:00Z", "distance_m": 6000},
    "read_sensor": {"sensor": "sn-40117", "metric": "humidity"},
    "make_thumbnail": {"image_url": "https://pics.example.org/cat.png", "width_px": 240},
    "add_contact": {"full_name": "Lea Brandt", "email": "lea@example.net"},
    "order_meal": {"dish": "Lasagne", "portions": 2, "deliver_at": "18:30"},
    "search_flights": {"origin": "ZRH", "destination": "LIS", "depart_on": "2026-06-14", "cabin": "economy"},
}
ABSENT = object()


def add(id, kind, name, user, param, sent, want, rule, visible, suggest=None, misspelt=None, server_only=False):
    """`want` is the list of accepted values of `param`, or a predicate, or None where it must be gone. `misspelt` is the name under which
    the value was sent."""
    bad = {**BASE[name], param: sent}
    if misspelt:
        bad = {misspelt if key == param else key: value for key, value in bad.items()}
    if sent is ABSENT:
        del bad[param]
    given = "no value" if sent is ABSENT or misspelt else json.dumps(sent, ensure_ascii=False)
    SCENARIOS.append(dict(id=id, kind=kind, tool=name, user=user, bad=bad, param=param, want=want, given=given, constraint=rule,
                          example="null", visible=visible, copy_ok=False, misspelt=misspelt))
    if suggest is not None:
        SUGGEST[id] = json.dumps(suggest, ensure_ascii=False)
    if server_only:
        SERVER_ONLY.add(id)


SEEN, UNSEEN = True, False
add("bikes_text", "type as string", "rent_bike", "Rent 3 bikes at Harbour on 2026-05-02.",
    "bikes", "3", [3], "must be an integer from 1 to 6, without quotes", SEEN, 3)
add("bikes_many", "range", "rent_bike", "Rent bikes for my group of 9 at Harbour on 2026-05-02, as many as one may have.",
    "bikes", 9, [6], "must be an integer from 1 to 6", SEEN, 6)
add("frame_word", "enum near-miss", "rent_bike", "Rent 2 bikes at Harbour on 2026-05-02 with medium frames.",
    "frame", "medium", ["M"], 'must be one of "L", "M", "S"', SEEN, "M")
add("insured_word", "type as string", "rent_bike", "Rent 2 bikes at Harbour on 2026-05-02, with insurance.",
    "insured", "yes", [True], "must be true or false, without quotes", SEEN, True)
add("pickup_american", "format", "rent_bike", "Rent 2 bikes at Harbour on May 23, 2026.",
    "pickup_day", "05/23/2026", ["2026-05-23"], "must be a date in the form YYYY-MM-DD", UNSEEN, "2026-05-23")
add("station_name", "misspelt name", "rent_bike", "Rent 2 bikes at Harbour on 2026-05-02.",
    "station", "Harbour", ["Harbour"], 'is required; "sation" is no parameter', SEEN, "Harbour", misspelt="sation")
add("parcel_spaces", "format", "send_parcel", "Send parcel rr 123 456 785 ch of 2.5 kg by express.",
    "parcel_no", "rr 123 456 785 ch", ["RR123456785CH"], "must be two capital letters, nine digits and two capital letters", UNSEEN, "RR123456785CH")
add("service_case", "enum near-miss", "send_parcel", "Send parcel RR123456785CH of 2.5 kg overnight.",
    "service", "overnight", ["OVERNIGHT"], 'must be one of "ECONOMY", "EXPRESS", "OVERNIGHT"', UNSEEN, "OVERNIGHT")
add("destination_name", "enum near-miss", "send_parcel", "Send parcel RR123456785CH of 2.5 kg by express to Germany.",
    "destination", "Germany", ["DE"], 'must be one of "AT", "CH", "DE", "FR", "IT"', UNSEEN, "DE")
add("weight_unit", "type as string", "send_parcel", "Send parcel RR123456785CH of 2.5 kg by express.",
    "weight_kg", "2.5 kg", [2.5], "must be a number greater than 0, without quotes or unit", SEEN, 2.5)
add("started_zone", "format", "log_workout", "I rowed 6000 m, starting on 8 March 2026 at 7:30 UTC.",
    "started_at", "2026-03-08T07:30:00", ["2026-03-08T07:30:00Z", "2026-03-08T07:30:00+00:00"],
    "must be an RFC 3339 date and time with a time zone", UNSEEN, "2026-03-08T07:30:00Z")
add("started_words", "format", "log_workout", "I rowed 6000 m, starting on 8 March 2026 at 7:30 UTC.",
    "started_at", "8 March 2026 7:30 UTC", ["2026-03-08T07:30:00Z", "2026-03-08T07:30:00+00:00", "2026-03-08T07:30Z"],
    "must be an RFC 3339 date and time with a time zone", UNSEEN, "2026-03-08T07:30:00Z")
add("distance_unit", "unit", "log_workout", "I rowed 6 km on 8 March 2026, starting at 7:30 UTC.",
    "distance_m", "6 km", [6000], "must be an integer of at least 0, in metres", SEEN, 6000)
add("sport_synonym", "enum near-miss", "log_workout", "I went jogging for 6000 m on 8 March 2026, starting at 7:30 UTC.",
    "sport", "jogging", ["running"], 'must be one of "cycling", "rowing", "running", "swimming"', UNSEEN)
add("effort_over", "range", "log_workout", "I rowed 6000 m on 8 March 2026 at 7:30 UTC and gave more than everything.",
    "effort", 12, [10], "must be an integer from 1 to 10", SEEN, 10)
add("sensor_prefix", "prefix", "read_sensor", "What is the humidity at sensor 40117?",
    "sensor", "40117", ["sn-40117"], 'must be "sn-" followed by five digits', UNSEEN, "sn-40117")
add("metric_short", "enum near-miss", "read_sensor", "What is the temperature at sensor sn-40117?",
    "metric", "temp", ["temperature"], 'must be one of "humidity", "pressure", "temperature"', UNSEEN, "temperature")
add("window_minutes", "unit", "read_sensor", "Read the humidity at sensor sn-40117 over the last 5 minutes.",
    "window_s", "5 minutes", [300], "must be an integer, in seconds", SEEN, 300)
add("window_small", "range", "read_sensor", "Read the humidity at sensor sn-40117 over the shortest window there is.",
    "window_s", 5, [60], "must be an integer of at least 60", UNSEEN, 60)
add("scale_letter", "enum near-miss", "read_sensor", "What is the humidity at sensor sn-40117? Use the Fahrenheit scale.",
    "scale", "F", ["fahrenheit"], 'must be one of "celsius", "fahrenheit", "kelvin"', UNSEEN, "fahrenheit")
add("url_scheme", "format", "make_thumbnail", "Make a 240 pixel thumbnail of pics.example.org/cat.png.",
    "image_url", "pics.example.org/cat.png", ["https://pics.example.org/cat.png"], "must be an absolute URL", UNSEEN,
    "https://pics.example.org/cat.png")
add("width_step", "range", "make_thumbnail", "Make a thumbnail of https://pics.example.org/cat.png, about 250 pixels wide.",
    "width_px", 250, [248, 256], "must be a multiple of 8", SEEN, 248)
add("file_extension", "enum near-miss", "make_thumbnail", "Make a 240 pixel JPG thumbnail of https://pics.example.org/cat.png.",
    "file_type", ".jpg", ["jpeg"], 'must be one of "jpeg", "png", "webp"', SEEN, "jpeg")
add("opacity_percent", "range", "make_thumbnail", "Make a 240 pixel thumbnail of https://pics.example.org/cat.png with an opacity of 40 percent.",
    "opacity", 40, [0.4], "must be a number from 0 to 1", UNSEEN, 0.4)
add("email_named", "format", "add_contact", "Add Lea Brandt, lea@example.net.",
    "email", "Lea Brandt <lea@example.net>", ["lea@example.net"], "must be an e-mail address", UNSEEN, "lea@example.net")
add("email_none", "format", "add_contact", "Add Lea Brandt, her address is lea@example.net.",
    "email", "Lea Brandt", ["lea@example.net"], "must be an e-mail address", SEEN)
add("phone_spaces", "format", "add_contact", "Add Lea Brandt, lea@example.net, phone +41 44 668 18 00.",
    "phone", "+41 44 668 18 00", ["+41446681800"], 'must be "+" followed by 7 to 15 digits, without spaces', UNSEEN, "+41446681800")
add("language_name", "enum near-miss", "add_contact", "Add Lea Brandt, lea@example.net, who speaks German.",
    "language", "German", ["de"], 'must be one of "de", "en", "fr", "it"', SEEN, "de")
add("name_short", "range", "add_contact", "Add Bo Li with the address bo@example.net.",
    "full_name", "Bo", ["Bo Li"], "must have at least 3 characters", SEEN)
add("deliver_evening", "format", "order_meal", "Order 2 portions of lasagne for 6:30 pm.",
    "deliver_at", "6:30 pm", ["18:30"], "must be a time in the form hh:mm, from 00:00 to 23:59", UNSEEN, "18:30")
add("portions_text", "type as string", "order_meal", "Order 4 portions of Lasagne for 18:30.",
    "portions", "4", [4], "must be an integer of at least 1, without quotes", SEEN, 4)
add("priority_case", "enum near-miss", "order_meal", "Order 2 portions of Lasagne for 18:30, with high priority.",
    "priority", "HIGH", ["high"], 'must be one of "high", "low", "normal"', UNSEEN, "high")
add("cabin_missing", "missing field", "search_flights", "Find business class flights from ZRH to LIS on 2026-06-14.",
    "cabin", ABSENT, ["business"], 'is required and must be one of "business", "economy", "first"', SEEN)
add("origin_case", "format", "search_flights", "Find economy flights from zrh to LIS on 2026-06-14.",
    "origin", "zrh", ["ZRH"], "must be three capital letters", UNSEEN, "ZRH")
add("depart_slashes", "format", "search_flights", "Find economy flights from ZRH to LIS on 14 June 2026.",
    "depart_on", "2026/6/14", ["2026-06-14"], "must be a date in the form YYYY-MM-DD", UNSEEN, "2026-06-14")
add("destination_camel", "misspelt name", "search_flights", "Find economy flights from ZRH to LIS on 2026-06-14.",
    "depart_on", "2026-06-14", ["2026-06-14"], 'is required; "departOn" is no parameter', SEEN, "2026-06-14", misspelt="departOn")
add("airline_both", "mutually exclusive", "search_flights", "Find economy flights from ZRH to LIS on 2026-06-14 with airline LX.",
    "alliance", "LX", None, 'cannot be sent together with "airline"; send at most one of the two', UNSEEN)
SCENARIOS[-1]["bad"]["airline"] = "LX"
add("depart_past", "date in the past", "search_flights", "Find economy flights from ZRH to LIS on June 14.",
    "depart_on", "2025-06-14", ["2026-06-14"], "must be a date after today (2026-03-10) in the form YYYY-MM-DD", UNSEEN, "2026-06-14")


def judge(sc, arguments):
    """valid: the server takes the call; fixed: and it does what the user asked, and nothing else changed."""
    is_call = isinstance(arguments, dict)
    broken = {sc["param"], sc["misspelt"]}
    kept = is_call and {k: v for k, v in arguments.items() if k not in broken} == {k: v for k, v in sc["bad"].items() if k not in broken}
    value = arguments.get(sc["param"], ABSENT) if is_call else ABSENT
    if sc["want"] is None:
        right = is_call and value is ABSENT
    else:
        right = any(value == want and type(value) is type(want) or is_number(want) and is_number(value) and value == want
                    for want in sc["want"])
    valid = server(sc["tool"], arguments)
    return dict(valid=valid, fixed=bool(valid and kept and right), changed=arguments != sc["bad"], kept=kept, copied=False)


RAW = json.loads((pathlib.Path(__file__).parent / "more_raw_messages.json").read_text(encoding="utf-8"))


def response(sc, condition):
    """What the model is told under a condition without a wrapper."""
    if condition == "A":
        return "Tool call failed."
    if condition == "B":
        return "MCP error -32602: Invalid params"
    if condition == "C":
        return "Invalid input"
    if condition == "D":
        return RAW[sc["id"]]
    told = f'Parameter "{sc["param"]}" {sc["constraint"]}. You sent {sc["given"]}. '
    if condition == "S" and sc["id"] in SUGGEST:
        told += f"Suggested value: {SUGGEST[sc['id']]}. "
    if condition in ("E0", "S"):
        return told + "Retry with a corrected value."
    raise KeyError(condition)


def self_test():
    for sc in SCENARIOS:
        assert not judge(sc, sc["bad"])["valid"], sc["id"]
        right = {k: v for k, v in sc["bad"].items() if k != sc["misspelt"]}
        if sc["want"] is None:
            del right[sc["param"]]
        else:
            right[sc["param"]] = sc["want"][0]
        assert judge(sc, right)["fixed"], (sc["id"], right)
        if sc["id"] in SUGGEST:
            assert judge(sc, {**right, sc["param"]: json.loads(SUGGEST[sc["id"]])})["fixed"], sc["id"]


if __name__ == "__main__":
    self_test()
    print(f"{len(SCENARIOS)} scenarios, {len(SUGGEST)} with a suggestion")
