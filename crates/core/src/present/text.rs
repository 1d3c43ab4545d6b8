//! Words for sentences.

/// The text with its first letter as a capital.
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let mut capitalised = String::with_capacity(text.len());
    capitalised.extend(first.to_uppercase());
    capitalised.push_str(letters.as_str());
    capitalised
}

/// What a player is told to have done, as advice to do it: *You pass.* becomes *Pass.*
#[must_use]
pub fn advice(told: &str) -> String {
    capitalised(told.strip_prefix("You ").unwrap_or(told))
}

/// A list in words: `a`, `a and b`, `a, b and c`.
#[must_use]
pub fn list<T: AsRef<str>>(items: &[T]) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

/// A number with its noun, which takes an `s` where it is more or less than one: `1 move`, `2 moves`.
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count as u64), if count == 1 { "" } else { "s" })
}

/// A number with a comma after each three digits: `1,000,000`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A figure with its sign and this many decimals: `+1.5`, `−0.25`.
#[must_use]
pub fn signed(value: f64, decimals: usize) -> String {
    format!("{value:+.decimals$}").replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_joined_as_people_do() {
        assert_eq!(capitalised("élan vital"), "Élan vital");
        assert_eq!(capitalised(""), "");
        assert_eq!(["You pass.", "Ann passes."].map(advice), ["Pass.", "Ann passes."]);
        assert_eq!([list(&[] as &[&str]), list(&["a"]), list(&["a", "b"])], ["", "a", "a and b"]);
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        let told = [0, 1, 1_014_314].map(|count| counted(count, "move"));
        assert_eq!(told, ["0 moves", "1 move", "1,014,314 moves"]);
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([signed(1.5, 1), signed(-0.25, 2)], ["+1.5", "−0.25"]);
    }
}
