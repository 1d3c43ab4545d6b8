//! How a visitor likes the pages: light or dark, with motion or without, with sound. Light and motion are
//! kept in a cookie, so that each page arrives in the chosen style; without a choice they follow the
//! system.

use crate::frame::{Frame, Place, Script, Sheet};
use crate::urls;
use maud::{Markup, html};
use std::fmt;

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// As the system says.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How much moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Motion {
    /// As the system says.
    #[default]
    System,
    /// Things appear where they are.
    Less,
    /// Things move, even if the system asks for less.
    Full,
}

impl Theme {
    const ALL: [Theme; 3] = [Theme::System, Theme::Light, Theme::Dark];

    /// The text in forms, cookies and style sheets.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Theme::System => "system",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    fn label(self) -> &'static str {
        match self {
            Theme::System => "System",
            Theme::Light => "Light",
            Theme::Dark => "Dark",
        }
    }

    /// The colour of the browser's own bars.
    fn bars(self) -> Option<&'static str> {
        match self {
            Theme::System => None,
            Theme::Light => Some("#f3eee4"),
            Theme::Dark => Some("#1d1f1e"),
        }
    }
}

impl Motion {
    const ALL: [Motion; 3] = [Motion::System, Motion::Less, Motion::Full];

    /// The text in forms, cookies and style sheets.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Motion::System => "system",
            Motion::Less => "less",
            Motion::Full => "full",
        }
    }

    fn label(self) -> &'static str {
        match self {
            Motion::System => "System",
            Motion::Less => "Reduced",
            Motion::Full => "Full",
        }
    }
}

/// What a visitor has chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Light or dark.
    pub theme: Theme,
    /// How much moves.
    pub motion: Motion,
}

impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.theme.word(), self.motion.word())
    }
}

impl Look {
    /// Reads the words of a choice; any other text follows the system.
    #[must_use]
    pub fn of(theme: &str, motion: &str) -> Look {
        Look {
            theme: Theme::ALL.into_iter().find(|one| one.word() == theme).unwrap_or_default(),
            motion: Motion::ALL.into_iter().find(|one| one.word() == motion).unwrap_or_default(),
        }
    }

    /// Reads the value of a cookie.
    #[must_use]
    pub fn read(text: &str) -> Look {
        let (theme, motion) = text.split_once('.').unwrap_or((text, ""));
        Look::of(theme, motion)
    }

    /// Puts the choice on the root of a whole page, where the style sheet and the scripts find it.
    #[must_use]
    pub fn dress(self, page: &str) -> String {
        let mut root = "<html lang=\"en\"".to_owned();
        if self.theme != Theme::System {
            root += &format!(" data-theme=\"{}\"", self.theme.word());
        }
        if self.motion != Motion::System {
            root += &format!(" data-motion=\"{}\"", self.motion.word());
        }
        let mut page = page.replacen("<html lang=\"en\"", &root, 1);
        if let Some(colour) = self.theme.bars() {
            for system in [Theme::Light, Theme::Dark].into_iter().filter_map(Theme::bars) {
                let bar = |colour: &str| format!("name=\"theme-color\" content=\"{colour}\"");
                page = page.replacen(&bar(system), &bar(colour), 1);
            }
        }
        page
    }
}

/// The fate of a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Saved {
    /// None was made.
    Nothing,
    /// The browser keeps it.
    Kept,
    /// The browser has not kept the cookie that holds it.
    NoCookie,
}

/// The page of settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SettingsPage {
    /// What is chosen.
    pub look: Look,
    /// The fate of the choice that was made on the previous page.
    pub saved: Saved,
    /// Whether the visitor has an account, which keeps the sound setting.
    pub account: bool,
}

impl SettingsPage {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let Look { theme, motion } = self.look;
        let body = html! {
            main.prose #table data-account=[self.account.then(urls::account_settings)] {
                h1 { "Settings" }
                @match self.saved {
                    Saved::Nothing => {}
                    Saved::Kept => { p.done role="status" { "This browser remembers your choice." } }
                    Saved::NoCookie => {
                        p.wrong role="alert" {
                            "Your browser didn’t keep your choice, which is stored in a cookie. Allow \
                             cookies for this site and try again."
                        }
                    }
                }
                form.card.choose method="post" action=(urls::settings()) {
                    fieldset.segments {
                        legend { "Theme" }
                        @for one in Theme::ALL { (choice("theme", one.word(), one.label(), one == theme)) }
                    }
                    fieldset.segments {
                        legend { "Motion" }
                        @for one in Motion::ALL { (choice("motion", one.word(), one.label(), one == motion)) }
                    }
                    p.small { "With reduced motion, pieces jump to their places, and nothing is animated." }
                    button.primary { "Save" }
                }
                section.card.sound aria-labelledby="sound" {
                    h2 #sound { "Sound and notifications" }
                    label.switch { input type="checkbox" data-loud; span { "Sound" } }
                    p.small { "One soft knock for a move, two for your turn, a few notes at the end." }
                    p.small { "At a table with other people, the switch “Notify me of my turn” lets your \
                        browser notify you while the page is in the background." }
                }
                section.card.sound aria-labelledby="keys" {
                    h2 #keys { "Keys" }
                    label.switch { input type="checkbox" data-letters; span { "Single-letter keys" } }
                    p.small { "For example, Z undoes a move while the board, or nothing, has the focus, \
                        and ? shows all keys of a game. Switch them off if you use voice control or press \
                        keys by mistake: the buttons do the same." }
                }
                (device())
                p { a href=(urls::account()) { "Your account and name" } }
            }
        };
        Frame {
            place: Some(Place::Me),
            script: Script::Settings,
            sheet: Some(Sheet::People),
            ..Frame::new("Settings")
        }
        .page(&body)
    }
}

/// What can be done without a connection, and the button that installs the site, which is shown where the
/// browser can.
fn device() -> Markup {
    html! {
        section.card aria-labelledby="device" {
            h2 #device { "On this device" }
            p.small { "Your browser keeps what it needs to play all six games offline: alone, against \
                programs or on one screen, with lessons and rules." }
            // Shown by the script `install`.
            p.small data-insecure hidden { "This address begins with http, not https, so your browser keeps \
                nothing for offline play. You can play here as long as the server can be reached." }
            p { a href={ (urls::offline()) "?" (urls::home()) } { "Play offline" } }
            button type="button" data-install { "Install Bagatelle on this device" }
        }
    }
}

fn choice(name: &str, value: &str, label: &str, checked: bool) -> Markup {
    html! { label { input type="radio" name=(name) value=(value) checked[checked]; span { (label) } } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_read_as_it_was_kept() {
        for theme in Theme::ALL {
            for motion in Motion::ALL {
                let look = Look { theme, motion };
                assert_eq!(Look::read(&look.to_string()), look);
            }
        }
        for nothing in ["", ".", "pink.fast", "dark\"><script>"] {
            assert_eq!(Look::read(nothing), Look::default());
        }
        assert_eq!(Look::read("dark"), Look { theme: Theme::Dark, motion: Motion::System });
    }

    #[test]
    fn a_choice_is_on_the_root_of_the_page() {
        let page = Frame::new("A page").page(&html! { main {} }).into_string();
        assert_eq!(Look::default().dress(&page), page);
        let dressed = Look::of("dark", "less").dress(&page);
        assert!(dressed.contains("<html lang=\"en\" data-theme=\"dark\" data-motion=\"less\">"), "{dressed}");
        assert!(
            dressed.contains("content=\"#1d1f1e\" media") && !dressed.contains("content=\"#f3eee4\""),
            "{dressed}"
        );
    }
}
