//! The visitor's page: without an account, the name, signing up and logging in; with one, the ratings and
//! everything about the account.

pub use crate::account_form::Form;

use crate::challenges::{self, ChallengeItem};
use crate::frame::{Frame, Place, Sheet};
use crate::text::{NAME_PATTERN, NAME_RULE};
use crate::{game, text, urls};
use bagatelle_table::{DELETED_ACCOUNT, Rating};
use maud::{Markup, html};
use std::ops::RangeInclusive;

/// The lengths of passwords, in characters.
pub const PASSWORD_LENGTH: RangeInclusive<usize> = 8..=200;

/// What the page says after a form was carried out.
fn confirmation(form: Form) -> &'static str {
    match form {
        Form::Name => "Name changed. You keep the old one at tables where you already have a seat.",
        Form::SignUp => "Welcome! Everything you’ve played here is now on every device where you log in.",
        Form::LogIn => "Welcome back! What you played in this browser is now among your other games.",
        Form::LogOut => "You’re logged out.",
        Form::Password => "Password changed. You’re logged out of all other browsers.",
        Form::Public => "Saved.",
        Form::Delete => "Your account has been deleted.",
    }
}

/// An account as its page shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Account<'a> {
    /// The name.
    pub name: &'a str,
    /// The day it was made, `2026-11-21`.
    pub since: &'a str,
    /// The number of browsers in which it is logged in.
    pub sessions: u32,
    /// Whether all may see its profile.
    pub public: bool,
    /// Whether it is a moderator.
    pub moderator: bool,
}

/// A form that was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RefusedForm<'a> {
    /// Which.
    pub form: Form,
    /// The name that was typed.
    pub name: &'a str,
    /// Why, in a sentence.
    pub why: &'a str,
}

/// The visitor's page.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct AccountPage<'a> {
    /// The account, if the visitor is logged in.
    pub account: Option<Account<'a>>,
    /// The visitor's name so far.
    pub name: &'a str,
    /// The ratings, by game.
    pub ratings: &'a [Rating],
    /// Whether visitors may sign up.
    pub registration: bool,
    /// The challenges that wait for an answer.
    pub challenges: &'a [ChallengeItem],
    /// The form that was carried out, if one was.
    pub done: Option<Form>,
    /// Where to go after logging in, as [`urls::after_account`] reads it, if the visitor comes from there.
    pub to: Option<&'a str>,
    /// The form that was refused, if one was.
    pub refused: Option<RefusedForm<'a>>,
}

impl<'a> AccountPage<'a> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let waiting = self.challenges.iter().filter(|challenge| !challenge.own).count();
        let done = self.done.filter(|_| self.refused.is_none());
        // A form from before the visitor logged in or out is no longer on the page, but the reason is.
        let stray = self.refused.filter(|refused| !self.forms().contains(&refused.form));
        let body = html! {
            main.lobby #table {
                (self.welcome())
                @if let Some(form) = done { p.done role="status" { (confirmation(form)) } }
                @if let Some(refused) = stray { p.wrong role="alert" { (refused.why) } }
                @match self.account {
                    Some(account) => {
                        (challenges::got(self.challenges))
                        (ratings(self.ratings))
                        (self.public_form(account))
                        (self.account_forms())
                        (self.data_forms())
                    }
                    None => (self.visitor_forms()),
                }
                p.choices {
                    a href=(urls::settings()) { "Settings" }
                    a href=(urls::friends()) { "Friends" }
                    a href=(urls::blocked()) { "Blocked people" }
                    @if self.account.is_some() {
                        a href=(urls::challenges()) { "Challenges" @if waiting > 0 { " (" (waiting) ")" } }
                        a href=(urls::tokens()) { "Programs and tokens" }
                    }
                    @if self.account.is_some_and(|account| account.moderator) { a href=(urls::admin()) {
                        "Moderation" } }
                }
            }
        };
        Frame { place: Some(Place::Me), sheet: Some(Sheet::People), waiting, ..Frame::new("Me") }.page(&body)
    }

    fn forms(&self) -> &'static [Form] {
        match (self.account, self.registration) {
            (Some(_), _) => &[Form::Name, Form::Password, Form::LogOut, Form::Public, Form::Delete],
            (None, true) => &[Form::SignUp, Form::LogIn, Form::Name],
            (None, false) => &[Form::LogIn, Form::Name],
        }
    }

    fn welcome(&self) -> Markup {
        html! {
            div.welcome {
                @match self.account {
                    Some(account) => {
                        h1 { (account.name) }
                        p {
                            "Joined on " time datetime=(account.since) {
                                (text::long_date(account.since)) } ". "
                            @if account.sessions == 1 { "Only this browser is logged in." }
                            @else { (account.sessions) " browsers are logged in." }
                        }
                    }
                    None => {
                        h1 { @if self.name.is_empty() { "You’re playing as a guest" } @else { (self.name)
                            ", a guest" } }
                        p {
                            "This browser remembers you, and that’s enough to play. With an account, your \
                                games are on all your devices, and you can play rated games."
                        }
                    }
                }
            }
        }
    }

    fn visitor_forms(&self) -> Markup {
        html! {
            div.ways {
                @if self.registration {
                    (self.form(Form::SignUp, "Sign up", html! {
                        p { "All you need is a name and a password. You keep everything you’ve played in \
                            this browser." }
                        (self.name_field(Form::SignUp, "username"))
                        (password_field("password", "Password", "new-password", Some("At least 8 \
                            characters. It can’t be recovered if you forget it.")))
                        button.primary { "Sign up" }
                    }))
                }
                (self.form(Form::LogIn, "Log in", html! {
                    p { "The games you’ve played in this browser are added to your account." }
                    (self.name_field(Form::LogIn, "username"))
                    (password_field("password", "Password", "current-password", None))
                    button.primary[!self.registration] { "Log in" }
                }))
                (self.form(Form::Name, "Stay a guest", html! {
                    p { "Other players see this name." }
                    (self.name_field(Form::Name, "nickname"))
                    button { "Change name" }
                }))
            }
        }
    }

    /// The switch of the public profile.
    fn public_form(&self, account: Account<'_>) -> Markup {
        self.form(
            Form::Public,
            "Your profile",
            html! {
                @if account.public {
                    p { "Everyone can see " a href=(urls::person(account.name)) { "your profile" } ": name, \
                        ratings and results, but not your games or chat." }
                    button name="public" value="" { "Make it private" }
                } @else {
                    p {
                        "Only you see your results. If you make your profile public, everyone can see your \
                         name, ratings and results, and you appear in "
                        a href=(urls::people()) { "people and records" } "."
                    }
                    button name="public" value="1" { "Make my profile public" }
                }
            },
        )
    }

    fn account_forms(&self) -> Markup {
        html! {
            div.ways {
                (self.form(Form::Name, "Name", html! {
                    p { "You log in with it, and other players see it." }
                    (self.name_field(Form::Name, "username"))
                    button { "Change name" }
                }))
                (self.form(Form::Password, "Password", html! {
                    (password_field("password", "Current password", "current-password", None))
                    (password_field("new_password", "New password", "new-password", Some("At least 8 \
                        characters. This logs you out of all other browsers.")))
                    button { "Change password" }
                }))
                (self.form(Form::LogOut, "Log out", html! {
                    p { "Your games will be here when you log in again." }
                    button { "Log out" }
                    button name="everywhere" value="1" { "Log out everywhere" }
                }))
            }
        }
    }

    fn data_forms(&self) -> Markup {
        html! {
            div.ways {
                section.card aria-labelledby="data" {
                    h2 #data { "Your data" }
                    p { "One file with your profile, ratings, games and chat, but no hands that are still \
                        hidden." }
                    a.button href=(urls::account_export()) download { "Download" }
                }
                (self.form(Form::Delete, "Delete account", html! {
                    p {
                        "You resign all your unfinished games with other players. They keep these games, \
                            with “"
                        (DELETED_ACCOUNT) "” in your place. Your ratings and chat are removed. "
                        "You can’t undo this, so download your data first."
                    }
                    (password_field("password", "Password", "current-password", None))
                    button.danger { "Delete my account" }
                }))
            }
        }
    }

    fn refused(&self, form: Form) -> Option<RefusedForm<'a>> {
        self.refused.filter(|refused| refused.form == form)
    }

    /// A form with its heading, and why it was refused.
    fn form(&self, form: Form, heading: &str, fields: Markup) -> Markup {
        html! {
            form.card method="post" action=(urls::account_form(form)) {
                h2 { (heading) }
                @if let Some(refused) = self.refused(form) { p.wrong role="alert" { (refused.why) } }
                @if let Some(to) = self.to { input type="hidden" name="to" value=(to); }
                (fields)
            }
        }
    }

    fn name_field(&self, form: Form, autocomplete: &str) -> Markup {
        let refused = self.refused(form);
        html! {
            label.field {
                span { "Name" }
                input name="name" value=(refused.map_or(self.name, |refused| refused.name)) required
                    pattern=(NAME_PATTERN) title=(NAME_RULE) autocomplete=(autocomplete)
                    autofocus[refused.is_some()];
            }
        }
    }
}

fn password_field(key: &str, label: &str, autocomplete: &str, help: Option<&str>) -> Markup {
    let is_new = autocomplete == "new-password";
    html! {
        label.field {
            span { (label) }
            input type="password" name=(key) required autocomplete=(autocomplete)
                maxlength=(PASSWORD_LENGTH.end()) minlength=[is_new.then_some(PASSWORD_LENGTH.start())];
            @if let Some(help) = help { small { (help) } }
        }
    }
}

fn ratings(ratings: &[Rating]) -> Markup {
    html! {
        section.card.ratings aria-labelledby="ratings" {
            h2 #ratings { "Ratings" }
            @if ratings.is_empty() {
                p { "None yet. Play a rated game to get one." }
            } @else {
                dl {
                    @for rating in ratings {
                        div {
                            dt { (game::rated(rating)) }
                            dd { (rating) small { " after " (text::count(rating.games.into(), "game")) } }
                        }
                    }
                }
                small { "Ratings are Glicko-2. Everyone starts at 1500 ± 350. A player’s true strength is \
                    almost always within twice the number after ±." }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read_from_addresses() {
        for form in Form::ALL {
            assert_eq!(Form::read(form.word()), Some(form));
        }
        assert_eq!(Form::read(""), None);
    }
}
