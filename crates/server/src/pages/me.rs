//! The page of whoever asks: for a visitor the name, signing up and logging in; for somebody with an account the ratings, and
//! everything about the account.

use super::{Frame, page};
use crate::assets::Assets;
use crate::people::accounts::Account;
use crate::people::passwords::LENGTH;
use crate::people::ratings::Rating;
use crate::together::LONGEST_NAME;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use maud::{Markup, html};

/// What the page shows.
pub struct Me<'a> {
    /// The account, if somebody is logged in.
    pub account: Option<&'a Account>,
    /// The name so far.
    pub name: &'a str,
    /// The ratings, by game.
    pub ratings: &'a [Rating],
    /// Whether visitors may sign up.
    pub registration: bool,
    /// The word of the form that was done, if one was.
    pub done: &'a str,
    /// The table to go to after logging in, if somebody comes from one.
    pub to: Option<&'a str>,
    /// The form that could not be followed, if one could not.
    pub wrong: Option<&'a Wrong>,
}

/// A form that could not be followed.
pub struct Wrong {
    /// Which.
    pub form: Form,
    /// The name that was typed.
    pub typed: String,
    /// Why, in a sentence.
    pub why: String,
}

/// The forms of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Change the name.
    Name,
    /// Make an account.
    SignUp,
    /// Open a session.
    LogIn,
    /// End the session, or all.
    LogOut,
    /// Change the password.
    Password,
    /// Delete the account.
    Delete,
}

const FORMS: [Form; 6] = [Form::Name, Form::SignUp, Form::LogIn, Form::LogOut, Form::Password, Form::Delete];

impl Form {
    /// The last part of its address.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Form::Name => "name",
            Form::SignUp => "sign-up",
            Form::LogIn => "log-in",
            Form::LogOut => "log-out",
            Form::Password => "password",
            Form::Delete => "delete",
        }
    }

    /// What is true once it was followed.
    fn done(self) -> &'static str {
        match self {
            Form::Name => "Your name is changed. At tables where you sit already you keep the old one.",
            Form::SignUp => {
                "Welcome. All that you have played here is yours on every device where you log in."
            }
            Form::LogIn => "Welcome back. What you had played in this browser is with your other games now.",
            Form::LogOut => "You are logged out.",
            Form::Password => "Your password is changed, and all other browsers are logged out.",
            Form::Delete => "Your account is deleted.",
        }
    }
}

/// The whole page.
#[must_use]
pub fn page_of(assets: &Assets, me: &Me<'_>) -> Markup {
    let done = FORMS.into_iter().find(|form| form.word() == me.done && me.wrong.is_none());
    let shown: &[Form] = match (me.account, me.registration) {
        (Some(_), _) => &[Form::Name, Form::Password, Form::LogOut, Form::Delete],
        (None, true) => &[Form::SignUp, Form::LogIn, Form::Name],
        (None, false) => &[Form::LogIn, Form::Name],
    };
    // A form of a page from before somebody logged in or out is not here any more, but the reason is.
    let stray = me.wrong.filter(|wrong| !shown.contains(&wrong.form));
    let body = html! {
        main.lobby #table {
            div.welcome {
                @match me.account {
                    Some(account) => {
                        h1 { (account.name) }
                        p {
                            "Here since " (date(account.created)) ". "
                            @if account.sessions == 1 { "Only this browser is logged in." } @else { (account.sessions) " browsers are logged in." }
                        }
                    }
                    None => {
                        h1 { @if me.name.is_empty() { "You are a visitor" } @else { (me.name) ", a visitor" } }
                        p { "This browser knows you again, and that is enough to play. With an account your games come along to your other devices, and they can count for ratings." }
                    }
                }
            }
            @if let Some(form) = done { p.done role="status" { (form.done()) } }
            @if let Some(wrong) = stray { p.wrong role="alert" { (wrong.why) } }
            @match me.account {
                Some(_) => { (ratings(me.ratings)) (of_account(me)) }
                None => (of_visitor(me)),
            }
        }
    };
    page(&Frame { title: "Me", assets, live: false }, &body)
}

fn of_visitor(me: &Me<'_>) -> Markup {
    html! {
        div.ways {
            @if me.registration {
                (form(me, Form::SignUp, "Sign up", html! {
                    p { "A name and a password are all that is asked. What you have played in this browser comes along." }
                    (name(me, Form::SignUp, "username"))
                    (secret("password", "Password", "new-password", Some("At least 8 characters. There is no way to get it back if you forget it.")))
                    button.primary { "Sign up" }
                }))
            }
            (form(me, Form::LogIn, "Log in", html! {
                p { "What you have played in this browser joins your other games." }
                (name(me, Form::LogIn, "username"))
                (secret("password", "Password", "current-password", None))
                button.primary[!me.registration] { "Log in" }
            }))
            (form(me, Form::Name, "Stay a visitor", html! {
                p { "Others at the table see this name." }
                (name(me, Form::Name, "nickname"))
                button { "Change the name" }
            }))
        }
    }
}

fn of_account(me: &Me<'_>) -> Markup {
    html! {
        div.ways {
            (form(me, Form::Name, "Name", html! {
                p { "You log in with it, and others see it at the table." }
                (name(me, Form::Name, "username"))
                button { "Change the name" }
            }))
            (form(me, Form::Password, "Password", html! {
                (secret("password", "Password so far", "current-password", None))
                (secret("new_password", "New password", "new-password", Some("At least 8 characters. All other browsers are logged out.")))
                button { "Change the password" }
            }))
            (form(me, Form::LogOut, "Log out", html! {
                p { "This browser forgets you. Your games wait until you log in again." }
                button { "Log out" }
                button name="everywhere" value="1" { "Log out in all browsers" }
            }))
        }
        div.ways {
            section.card {
                h2 { "Your data" }
                p { "One document with your profile, ratings, games and what you have said. Hands that are still hidden are not in it." }
                a.button href="/me/export.json" download { "Take it along" }
            }
            (form(me, Form::Delete, "Delete the account", html! {
                p { "Games with others that are going on are given up. The others keep their games, with “Somebody” in your place; your ratings and what you have said are removed. Take your data along before: this cannot be undone." }
                (secret("password", "Password", "current-password", None))
                button.danger { "Delete my account" }
            }))
        }
    }
}

/// A form with its heading, and beside it why it could not be followed.
fn form(me: &Me<'_>, form: Form, heading: &str, fields: Markup) -> Markup {
    let wrong = me.wrong.filter(|wrong| wrong.form == form);
    html! {
        form.card method="post" action={ "/me/" (form.word()) } {
            h2 { (heading) }
            @if let Some(wrong) = wrong { p.wrong role="alert" { (wrong.why) } }
            @if let Some(to) = me.to { input type="hidden" name="to" value=(to); }
            (fields)
        }
    }
}

fn name(me: &Me<'_>, form: Form, autocomplete: &str) -> Markup {
    let wrong = me.wrong.filter(|wrong| wrong.form == form);
    html! {
        label.field {
            span { "Name" }
            input name="name" value=(wrong.map_or(me.name, |wrong| &wrong.typed)) required maxlength=(LONGEST_NAME) autocomplete=(autocomplete) autofocus[wrong.is_some()];
        }
    }
}

fn secret(key: &str, label: &str, autocomplete: &str, help: Option<&str>) -> Markup {
    html! {
        label.field {
            span { (label) }
            input type="password" name=(key) required autocomplete=(autocomplete) maxlength=(LENGTH.end())
                minlength=[(autocomplete == "new-password").then_some(LENGTH.start())];
            @if let Some(help) = help { small { (help) } }
        }
    }
}

fn ratings(ratings: &[Rating]) -> Markup {
    html! {
        section.card.ratings {
            h2 { "Ratings" }
            @if ratings.is_empty() {
                p { "None yet. Open a table with friends or for whoever comes, and say that the result counts." }
            } @else {
                dl {
                    @for rating in ratings {
                        div {
                            dt { (bagatelle_catalog::find(&rating.game).map_or(rating.game.as_str(), |entry| entry.about().name)) }
                            dd { (rating) small { " after " (rating.games) @if rating.games == 1 { " game" } @else { " games" } } }
                        }
                    }
                }
                small { "Glicko-2. Everybody begins at 1500 ± 350; the true strength is nearly always within twice the number after ±." }
            }
        }
    }
}

/// The day of a moment, in UTC.
fn date(ms: i64) -> String {
    Timestamp::from_millisecond(ms).unwrap_or_default().to_zoned(TimeZone::UTC).date().to_string()
}
