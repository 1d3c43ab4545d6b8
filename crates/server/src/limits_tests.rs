use super::*;

#[test]
fn every_limit_is_listed_once_and_says_what_for() {
    let listed = Limits::default().all().into_iter().map(|(name, _, what)| (name, what));
    let listed: Vec<_> = listed.chain(fixed().into_iter().map(|(name, _, what)| (name, what))).collect();
    for (number, (name, what)) in listed.iter().enumerate() {
        assert!(what.ends_with('.') && what.len() > 12, "{name}: {what}");
        assert!(listed[..number].iter().all(|(other, _)| other != name), "{name} appears twice");
    }
    assert!(fixed().contains(&(
        "LARGEST_BODY",
        "262144".into(),
        "The largest body of a request, in bytes, but for records."
    )));
    // A constant beside the list would not be shown.
    assert!(!include_str!("limits.rs").contains("\npub const "));
}

#[test]
fn limits_are_set_by_name() {
    let limits: Limits = "streams=3, connections = 70".parse().unwrap();
    assert_eq!(limits, Limits { streams: 3, connections: 70, ..Limits::default() });
    assert_eq!("".parse(), Ok(Limits::default()));
    assert_eq!("off".parse(), Ok(Limits::off()));
    assert!(limits.all().contains(&("streams", 3, "Event streams of a visitor at once.")));
    for (wrong, why) in [("streams", "NAME=NUMBER"), ("gamez=1", "no limit"), ("streams=x", "not a number")] {
        assert!(wrong.parse::<Limits>().unwrap_err().contains(why), "{wrong}");
    }
}
