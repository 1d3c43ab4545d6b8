//! Friends: the people whom a visitor follows, with who of them is here, and past opponents.

use crate::frame::{Frame, Place, Sheet};
use crate::once::key_field;
use crate::text::{NAME_PATTERN, NAME_RULE, count, day_of, listed};
use crate::{ornament, urls};
use bagatelle_core::persona::Mood;
use bagatelle_core::present::peg;
use bagatelle_table::Millis;
use maud::{Markup, html};

/// When a person was last here, in steps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Presence {
    /// A page is open, or was a moment ago.
    Here,
    /// Within an hour.
    Hour,
    /// Within a day.
    Day,
    /// Within a week.
    Week,
    /// Within a month.
    Month,
}

impl Presence {
    fn words(self) -> &'static str {
        match self {
            Presence::Here => "Here now",
            Presence::Hour => "Here in the last hour",
            Presence::Day => "Here in the last day",
            Presence::Week => "Here in the last week",
            Presence::Month => "Here in the last month",
        }
    }
}

/// What the visitor has played with a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The id of the last game.
    pub table: String,
    /// When it ended.
    pub last: Millis,
    /// How many games they have finished.
    pub games: u32,
    /// How many of them the visitor won.
    pub won: u32,
    /// How many of them the person won.
    pub lost: u32,
    /// How many of them they drew.
    pub drawn: u32,
}

impl Played {
    /// The score, such as `You won 3, lost 2 and drew 1`.
    fn score(&self) -> String {
        let parts = [("won", self.won), ("lost", self.lost), ("drew", self.drawn)];
        let parts = parts.into_iter().filter(|(_, games)| *games > 0);
        let parts: Vec<String> = parts.map(|(word, games)| format!("{word} {games}")).collect();
        match parts.as_slice() {
            // Others won all of them.
            [] => format!("{} together", count(self.games.into(), "game")),
            parts => format!("You {}", listed(parts)),
        }
    }
}

/// A person whom the visitor follows or has played with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FriendItem {
    /// The alias of the person on this visitor's pages.
    pub alias: String,
    /// The name.
    pub name: String,
    /// Whether the person has an account.
    pub account: bool,
    /// Whether all may see the person's profile.
    pub public: bool,
    /// Whether the account is marked as that of a bot.
    pub bot: bool,
    /// Whether the visitor follows the person.
    pub followed: bool,
    /// When the person was last here, if that can be seen.
    pub presence: Option<Presence>,
    /// What was played.
    pub played: Option<Played>,
}

/// The page of friends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FriendsPage<'a> {
    /// The people whom the visitor follows, those who are here first.
    pub friends: &'a [FriendItem],
    /// Past opponents, from a place in their list on.
    pub opponents: &'a [FriendItem],
    /// How many come before them.
    pub skip: u32,
    /// How many come before those that follow, if there are any.
    pub next: Option<u32>,
    /// Whether the visitor has an account, which can challenge others.
    pub has_account: bool,
    /// Whether the visitor lets no one see when the visitor is here.
    pub hidden: bool,
    /// Why a form was refused, in a sentence.
    pub wrong: Option<&'a str>,
    /// The name that was typed.
    pub name: &'a str,
}

impl FriendsPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let none = self.friends.is_empty() && self.opponents.is_empty() && self.skip == 0;
        let body = html! {
            main.lobby #table {
                div.welcome {
                    h1 { "Friends" }
                    p { "Follow people to see when they’re here and invite them with one tap. They aren’t \
                        told, and only you see this list." }
                }
                @if let Some(wrong) = self.wrong { p.wrong role="alert" { (wrong) } }
                @if none {
                    (ornament::all())
                    p { "No one yet. The people you play with will appear here." }
                    p { a.button.primary href=(urls::lobby()) { "Find someone to play" } }
                }
                @if !self.friends.is_empty() { (self.list("following", "Following", self.friends)) }
                @if !self.opponents.is_empty() || self.skip > 0 { (self.past()) }
                (self.follow())
                (self.presence())
                p.choices { a href=(urls::account()) { "Back to your page" } }
            }
        };
        Frame { place: Some(Place::Me), sheet: Some(Sheet::People), ..Frame::new("Friends") }.page(&body)
    }

    fn list(&self, id: &str, heading: &str, people: &[FriendItem]) -> Markup {
        html! {
            section.card aria-labelledby=(id) {
                h2 id=(id) { (heading) }
                ul.tokens { @for person in people { li { (self.item(person)) } } }
            }
        }
    }

    fn past(&self) -> Markup {
        html! {
            (self.list("opponents", "Past opponents", self.opponents))
            @if self.skip > 0 || self.next.is_some() {
                p.choices {
                    @if self.skip > 0 { a.button href=(urls::friends_from(0)) { "Latest" } }
                    @if let Some(next) = self.next { a.button href=(urls::friends_from(next)) { "More" } }
                }
            }
        }
    }

    fn item(&self, person: &FriendItem) -> Markup {
        let FriendItem { name, presence, played, .. } = person;
        html! {
            form method="post" action=(urls::friends()) {
                (key_field())
                input type="hidden" name="person" value=(person.alias);
                span.person {
                    (peg(name, Mood::Calm))
                    span {
                        strong {
                            @if person.public { a href=(urls::person(name)) { (name) } } @else { (name) }
                            @if person.bot { small.bot { "bot" } }
                            @else if !person.account { small { "a guest" } }
                        }
                        @if let Some(presence) = presence {
                            small.here[*presence == Presence::Here] { (presence.words()) }
                        }
                        @if let Some(played) = played {
                            small { (played.score()) ", last on " a href=(urls::table(&played.table)) {
                                (day_of(played.last)) } }
                        }
                    }
                }
                span.choices { (self.actions(person)) }
            }
        }
    }

    fn actions(&self, person: &FriendItem) -> Markup {
        let label = |word: &str| format!("{word} {}", person.name);
        html! {
            @if person.played.is_some() {
                button.primary[person.followed] name="act" value="invite" aria-label=(label("Invite")) {
                    "Invite" }
            } @else if person.account && self.has_account {
                a.button href=(urls::challenge_to(&person.name)) aria-label=(label("Invite")) { "Invite" }
            }
            @if person.followed {
                button name="act" value="unfollow" aria-label=(label("Unfollow")) { "Unfollow" }
            } @else {
                button name="act" value="follow" aria-label=(label("Follow")) { "Follow" }
            }
        }
    }

    /// The form by which an account is followed.
    fn follow(&self) -> Markup {
        html! {
            form.card method="post" action=(urls::friends()) {
                h2 { "Follow someone" }
                label.field {
                    span { "Name" }
                    input name="name" value=(self.name) required pattern=(NAME_PATTERN) title=(NAME_RULE)
                        autocomplete="off" autofocus[!self.name.is_empty()];
                    small { "The name of an account. You can follow guests once you’ve played with them." }
                }
                button { "Follow" }
            }
        }
    }

    /// The switch of what others may see.
    fn presence(&self) -> Markup {
        html! {
            form.card method="post" action=(urls::friends()) {
                h2 { "Your status" }
                @if self.hidden {
                    p { "Your status is hidden. You can still see when others are here." }
                    button name="act" value="show" { "Show my status" }
                } @else {
                    p { "People who follow you see whether you’re here now, or roughly when you were last \
                        here." }
                    button name="act" value="hide" { "Hide my status" }
                }
            }
        }
    }
}

/// The button on the profile of a person by which that person is followed, or no longer.
pub(crate) fn on_profile(name: &str, followed: bool) -> Markup {
    html! {
        form.follow method="post" action=(urls::friends()) {
            input type="hidden" name="name" value=(name);
            @if followed {
                button name="act" value="unfollow" { "Unfollow " (name) }
            } @else {
                button name="act" value="follow" { "Follow " (name) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_leaves_out_what_did_not_happen() {
        let score = |games, won, lost, drawn| {
            Played { table: String::new(), last: 0, games, won, lost, drawn }.score()
        };
        assert_eq!(score(6, 3, 2, 1), "You won 3, lost 2 and drew 1");
        assert_eq!(score(4, 0, 4, 0), "You lost 4");
        assert_eq!(score(1, 0, 0, 0), "1 game together");
    }
}
