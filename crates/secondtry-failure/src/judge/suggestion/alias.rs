//! Other names of the same thing: units of measure, currencies, directions of sorting, languages.
//!
//! A word may have several meanings (`pounds`); the choices on offer decide, and where they leave two, none is meant.

/// Returns the one of `known` that is another name of what `given` names.
pub(super) fn alias<'k>(given: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    let given = fold(given);
    let groups: Vec<&[&str]> =
        GROUPS.iter().copied().filter(|group| group.contains(&given.as_str())).collect();
    if groups.is_empty() {
        return None;
    }
    let mut meant = known.filter(|name| {
        let name = fold(name);
        groups.iter().any(|group| group.contains(&name.as_str()))
    });
    meant.next().filter(|_| meant.next().is_none())
}

fn fold(name: &str) -> String {
    if name.len() > LONGEST {
        return String::new();
    }
    let kept = name.chars().filter(|c| !c.is_whitespace() && !matches!(c, '_' | '-' | '.'));
    kept.flat_map(char::to_lowercase).collect()
}

const LONGEST: usize = 40;

/// Names of the same thing, folded.
const GROUPS: &[&[&str]] = &[
    // Lengths and areas.
    &["mm", "millimeter", "millimeters", "millimetre", "millimetres"],
    &["cm", "centimeter", "centimeters", "centimetre", "centimetres"],
    &["m", "meter", "meters", "metre", "metres"],
    &["km", "kilometer", "kilometers", "kilometre", "kilometres"],
    &["in", "inch", "inches"],
    &["ft", "foot", "feet"],
    &["yd", "yard", "yards"],
    &["mi", "mile", "miles"],
    &["nmi", "nauticalmile", "nauticalmiles"],
    &["ha", "hectare", "hectares"],
    &["ac", "acre", "acres"],
    // Masses and volumes.
    &["mg", "milligram", "milligrams"],
    &["g", "gram", "grams", "gramme", "grammes"],
    &["kg", "kilo", "kilos", "kilogram", "kilograms", "kilogramme", "kilogrammes"],
    &["t", "tonne", "tonnes", "metricton", "metrictons"],
    &["oz", "ounce", "ounces"],
    &["lb", "lbs", "pound", "pounds"],
    &["st", "stone", "stones"],
    &["ml", "milliliter", "milliliters", "millilitre", "millilitres"],
    &["l", "liter", "liters", "litre", "litres"],
    &["gal", "gallon", "gallons"],
    // Temperatures, pressures, speeds.
    &["c", "°c", "celsius", "centigrade", "degc"],
    &["f", "°f", "fahrenheit", "degf"],
    &["k", "kelvin", "kelvins"],
    &["hpa", "hectopascal", "hectopascals"],
    &["km/h", "kph", "kmh", "kmph"],
    &["mph", "mi/h", "milesperhour"],
    &["kn", "kt", "kts", "knot", "knots"],
    // Times.
    &["ms", "millisecond", "milliseconds"],
    &["s", "sec", "secs", "second", "seconds"],
    &["min", "mins", "minute", "minutes"],
    &["h", "hr", "hrs", "hour", "hours", "hourly"],
    &["d", "day", "days", "daily"],
    &["w", "wk", "week", "weeks", "weekly"],
    &["mo", "month", "months", "monthly"],
    &["q", "quarter", "quarters", "quarterly"],
    &["y", "yr", "year", "years", "yearly", "annual", "annually"],
    // Amounts of data.
    &["b", "byte", "bytes"],
    &["kb", "kilobyte", "kilobytes"],
    &["mb", "megabyte", "megabytes"],
    &["gb", "gigabyte", "gigabytes"],
    &["tb", "terabyte", "terabytes"],
    // Currencies.
    &["eur", "euro", "euros", "€"],
    &["gbp", "pound", "pounds", "poundsterling", "sterling", "£"],
    &["usd", "dollar", "dollars", "usdollar", "usdollars", "us$", "$"],
    &["cad", "dollar", "dollars", "canadiandollar", "canadiandollars", "$"],
    &["aud", "dollar", "dollars", "australiandollar", "australiandollars", "$"],
    &["chf", "franc", "francs", "swissfranc", "swissfrancs"],
    &["jpy", "yen", "¥"],
    &["cny", "rmb", "renminbi", "yuan", "¥"],
    &["inr", "rupee", "rupees", "₹"],
    &["sek", "krona", "kronor", "swedishkrona"],
    &["nok", "krone", "kroner", "norwegiankrone"],
    &["dkk", "krone", "kroner", "danishkrone"],
    &["pln", "zloty", "złoty"],
    // Directions.
    &["asc", "ascending"],
    &["desc", "descending"],
    // Languages.
    &["de", "german", "deutsch"],
    &["en", "english"],
    &["es", "spanish", "español"],
    &["fr", "french", "français"],
    &["it", "italian", "italiano"],
    &["ja", "japanese"],
    &["nl", "dutch"],
    &["pt", "portuguese", "português"],
    &["zh", "chinese"],
];
