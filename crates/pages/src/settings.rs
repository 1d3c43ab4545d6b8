//! How a visitor likes the pages: light or dark, with motion or without, on which table, with sound. All but
//! the sound is kept in a cookie, so that each page arrives in the chosen style; without a choice light and
//! motion follow the system, and the table is the game's own.

use crate::frame::{Frame, Place, Script, Sheet};
use crate::{text, urls};
use bagatelle_core::present::Surface;
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
    /// What all tables are covered with, where it is not for each game to say.
    pub surface: Option<Surface>,
}

impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.theme.word(), self.motion.word(), self.surface.map_or("", Surface::word))
    }
}

impl Look {
    /// Reads the words of a choice; any other text follows the system.
    #[must_use]
    pub fn of(theme: &str, motion: &str, surface: &str) -> Look {
        Look {
            theme: Theme::ALL.into_iter().find(|one| one.word() == theme).unwrap_or_default(),
            motion: Motion::ALL.into_iter().find(|one| one.word() == motion).unwrap_or_default(),
            surface: Surface::ALL.into_iter().find(|one| one.word() == surface),
        }
    }

    /// Reads the value of a cookie.
    #[must_use]
    pub fn read(text: &str) -> Look {
        let mut words = text.split('.');
        let mut word = || words.next().unwrap_or_default();
        Look::of(word(), word(), word())
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
        if let Some(surface) = self.surface {
            root += &format!(" data-table=\"{}\"", surface.word());
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
#[derive(Clone, Copy, Debug)]
pub struct SettingsPage<'a> {
    /// What is chosen.
    pub look: Look,
    /// The fate of the choice that was made on the previous page.
    pub saved: Saved,
    /// Whether the visitor has an account, which keeps the sound setting.
    pub account: bool,
    /// The part about notifications, where there is a server.
    pub notifications: Option<&'a Markup>,
}

impl SettingsPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let Look { theme, motion, surface } = self.look;
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
                    p.small { "With reduced motion, pieces jump to their places without animation." }
                    fieldset.segments.surfaces {
                        legend { "Tabletop" }
                        (covering("", "Each game’s own", &Surface::ALL, surface.is_none()))
                        @for one in Surface::ALL {
                            @let label = text::capitalised(one.word());
                            (covering(one.word(), &label, &[one], surface == Some(one)))
                        }
                    }
                    p.small {
                        "Each game has its own tabletop. Choose one to use for all games."
                    }
                    // Scripts apply each choice at once.
                    noscript { button.primary { "Save" } }
                }
                section.card.sound aria-labelledby="sound" {
                    h2 #sound { "Sound" }
                    label.switch { input type="checkbox" data-loud; span { "Sound" } }
                    p.small { "Each move sounds like its piece: wood, card or coin. Your turn, an arrival \
                        and the end of a game have their own sounds." }
                }
                @if let Some(part) = self.notifications { (part) }
                section.card.sound aria-labelledby="keys" {
                    h2 #keys { "Keys" }
                    label.switch { input type="checkbox" data-letters; span { "Single-letter keys" } }
                    p.small { "For example, Z undoes a move unless you’re typing or on a button or menu, \
                        and ? shows all keys. Switch them off if you use voice control or press keys by \
                        mistake." }
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
            p.small { "Your browser keeps what it needs to play all six games offline: alone, against the \
                computer or on one screen, with lessons and rules." }
            // Shown by the script `install`.
            p.small data-insecure hidden { "This address begins with http, not https, so your browser keeps \
                nothing for offline play. You can play here while you’re connected to the server." }
            p { a href={ (urls::offline()) "?" (urls::home()) } { "Play offline" } }
            button type="button" data-install { "Install Bagatelle on this device" }
        }
    }
}

/// A choice of what tables are covered with, with a swatch of it, or of all that there are.
fn covering(value: &str, label: &str, shown: &[Surface], checked: bool) -> Markup {
    html! {
        label {
            input type="radio" name="table" value=(value) checked[checked];
            span {
                i.swatch aria-hidden="true" { @for one in shown { i class=(one.word()) {} } }
                (label)
            }
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
                for surface in Surface::ALL.into_iter().map(Some).chain([None]) {
                    let look = Look { theme, motion, surface };
                    assert_eq!(Look::read(&look.to_string()), look);
                }
            }
        }
        for nothing in ["", ".", "..", "pink.fast.glass", "...", "dark\"><script>"] {
            assert_eq!(Look::read(nothing), Look::default());
        }
        assert_eq!(Look::read("dark"), Look { theme: Theme::Dark, ..Look::default() });
        assert_eq!(Look::read("dark.less"), Look::of("dark", "less", ""), "a cookie of earlier versions");
    }

    #[test]
    fn a_choice_is_on_the_root_of_the_page() {
        let page = Frame::new("A page").page(&html! { main {} }).into_string();
        assert_eq!(Look::default().dress(&page), page);
        let dressed = Look::of("dark", "less", "felt").dress(&page);
        assert!(
            dressed
                .contains("<html lang=\"en\" data-theme=\"dark\" data-motion=\"less\" data-table=\"felt\">"),
            "{dressed}"
        );
        assert!(
            dressed.contains("content=\"#1d1f1e\" media") && !dressed.contains("content=\"#f3eee4\""),
            "{dressed}"
        );
    }
}
