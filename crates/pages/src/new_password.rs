//! The page behind a link by which the owner of an account sets a new password.

use crate::account::PASSWORD_LENGTH;
use crate::frame::{Frame, Place};
use crate::urls;
use maud::{Markup, html};

/// The page behind a valid link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewPasswordPage<'a> {
    /// The name of the account.
    pub name: &'a str,
    /// The code in the link.
    pub code: &'a str,
    /// Why the password was refused, if it was.
    pub wrong: Option<&'a str>,
}

impl NewPasswordPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let body = html! {
            main.prose #table {
                h1 { "New password for " (self.name) }
                p { "The host of this server sent you this link. It works once, logs you in here, and logs \
                    you out in all other browsers." }
                form.card method="post" action=(urls::new_password()) {
                    @if let Some(why) = self.wrong { p.wrong role="alert" { (why) } }
                    input type="hidden" name="code" value=(self.code);
                    // For the browser's list of passwords.
                    input type="hidden" name="username" autocomplete="username" value=(self.name);
                    label.field {
                        span { "New password" }
                        input type="password" name="password" required autocomplete="new-password" autofocus
                            minlength=(PASSWORD_LENGTH.start()) maxlength=(PASSWORD_LENGTH.end());
                        small { "At least " (PASSWORD_LENGTH.start()) " characters." }
                    }
                    button.primary { "Set the password" }
                }
            }
        };
        Frame { place: Some(Place::Me), ..Frame::new("New password") }.page(&body)
    }
}

/// What the page of an account's form says when a link is not valid.
pub const VOID_LINK: &str =
    "this link has been used or has expired: ask the host of this server for a new one";
