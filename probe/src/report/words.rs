//! Numbers as people read them.

/// Kilometres an hour in a metre a second.
pub(crate) const KMH_PER_MPS: f64 = 3.6;

/// A count with its thousands apart.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count and what is counted.
pub(crate) fn counted(number: u64, one: &str, more: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { more })
}

/// A length in the unit that it is read in.
pub(crate) fn length(metres: f64) -> String {
    match metres {
        0.0 => "0".to_owned(),
        m if m < 0.01 => format!("{:.1} mm", m * 1e3),
        m if m < 1.0 => format!("{:.1} cm", m * 1e2),
        m => format!("{m:.2} m"),
    }
}

/// A share as a percentage; `0` is none at all, and what would be rounded to it is said to be less.
pub(crate) fn percent(share: f64) -> String {
    match share * 100.0 {
        0.0 => "0 %".to_owned(),
        percent if percent < 0.01 => "< 0.01 %".to_owned(),
        percent if percent < 1.0 => format!("{percent:.2} %"),
        percent => format!("{percent:.1} %"),
    }
}

/// A number without unit: three figures are enough, and zero is `0`.
pub(crate) fn number(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if size < 0.001 => "< 0.001".to_owned(),
        size if size < 10.0 => format!("{value:.3}"),
        size if size < 100.0 => format!("{value:.2}"),
        size if size < 1000.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

/// A number with so many digits after the point; what rounds to zero has no sign.
pub(crate) fn figure(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    if text.trim_matches(['-', '0', '.']).is_empty() { text.trim_start_matches('-').to_owned() } else { text }
}
