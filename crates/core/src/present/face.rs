//! How a persona is drawn: a head and shoulders in flat colors on a square of 64, which the style sheet
//! cuts to a circle.

use super::svg::Written;
use crate::persona::{Backdrop, Extra, Face, Hair, Persona, Shade, Skill, Skin};
use maud::{Markup, html};

/// The color of eyes, mouths and frames.
const INK: &str = "#2b2523";

/// Draws a persona as an SVG element without a size. It is decoration: the name stands beside it.
#[must_use]
pub fn face(persona: &Persona) -> Markup {
    let Face { skin, hair, shade, extra, backdrop } = persona.face;
    let ((light, dark), (behind, clothes), colour) = (skin.colours(), backdrop.colours(), shade.colour());
    let covered = extra == Extra::Scarf;
    html! {
        svg.face viewBox="0 0 64 64" aria-hidden="true" focusable="false" {
            path d="M0 0h64v64H0z" fill=(behind) {}
            @if covered { path d="M14 30C13 14 21 8 32 8s19 6 18 22c0 12 3 18 4 34H10c1-16 4-22 4-34z"
                fill=(clothes) {} }
            @else { (hair_behind(hair, colour)) }
            path d="M8 64c0-11 9-15.5 24-15.5S56 53 56 64z" fill=(clothes) {}
            path d="M26.5 38h11v9q0 5-5.5 5t-5.5-5z" fill=(dark) {}
            @if !covered { (discs(&[(18.8, 30.5, 3.0), (45.2, 30.5, 3.0)], light)) }
            path d="M18.5 26c0-9 5-13 13.5-13s13.5 4 13.5 13c0 11-5 18.5-13.5 18.5S18.5 37 18.5 26z"
                fill=(light) {}
            @if extra == Extra::Beard {
                path d="M18.5 27c1 4 2 5 3.5 6 3 1 5-.5 10-.5s7 1.5 10 .5c1.5-1 2.5-2 3.5-6 .5 13-5 20-13.5 \
                    20S18 40 18.5 27z" fill=(colour) {}
            }
            @if !covered { (hair_before(hair, colour)) }
            (features(persona, dark))
            (worn(extra, colour, clothes))
        }
    }
}

/// Brows, nose, mouth and eyes.
fn features(persona: &Persona, dark: &str) -> Markup {
    let Face { shade, extra, .. } = persona.face;
    let brows = if shade == Shade::White { Shade::Grey } else { shade };
    let on_dark_hair = extra == Extra::Beard && matches!(shade, Shade::Black | Shade::Brown);
    let (mouth, laughs) = mouth(persona.skill);
    html! {
        g fill="none" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round" {
            path d="M23.5 25.3q2.7-1.7 5.4-.4M35.1 24.9q2.7-1.3 5.4.4" stroke=(brows.colour()) {}
            path d="M32 29.5q1.6 2.6-.4 3.4" stroke=(dark) {}
            path d=(mouth) stroke=(if on_dark_hair { "#fff" } else { INK }) fill=[laughs.then_some("#fff")] {}
        }
        (discs(&[(26.5, 29.5, 1.7), (37.5, 29.5, 1.7)], INK))
    }
}

/// The mouth, and whether it is open: beginners laugh, masters smile to themselves.
fn mouth(skill: Skill) -> (&'static str, bool) {
    match skill {
        Skill::Beginner => ("M26.5 36q5.5 6.5 11 0z", true),
        Skill::Casual => ("M27 36.5q5 4.5 10 0", false),
        Skill::Intermediate => ("M27.5 37q4.5 3.2 9 0", false),
        Skill::Advanced => ("M27.5 37.3q5.5 2.6 9-.8", false),
        Skill::Expert => ("M28 37.5q4 1.8 8 0", false),
        Skill::Master => ("M28 37.6q4.5 1.2 8-.9", false),
    }
}

fn hair_behind(hair: Hair, colour: &str) -> Markup {
    match hair {
        Hair::Curly => discs(
            &[
                (20.0, 21.0, 6.5),
                (26.0, 14.0, 7.0),
                (34.0, 12.0, 7.0),
                (41.0, 16.0, 7.0),
                (45.0, 24.0, 6.0),
                (18.0, 28.0, 5.0),
                (46.0, 31.0, 5.0),
                (17.0, 35.0, 4.0),
                (47.0, 37.0, 4.0),
            ],
            colour,
        ),
        Hair::Round => discs(&[(32.0, 22.0, 17.5)], colour),
        Hair::Bun => discs(&[(32.0, 8.5, 6.0)], colour),
        Hair::Bob => shape("M16 28C15 13 22 9 32 9s17 4 16 19l2 14q-8 4-12 0H26q-4 4-12 0z", colour),
        Hair::Long => shape("M15 31C13 13 21 8 32 8s19 5 17 23l3 24H12z", colour),
        Hair::Bald | Hair::Cropped | Hair::Parted | Hair::Spiky => html! {},
    }
}

fn hair_before(hair: Hair, colour: &str) -> Markup {
    let outline = match hair {
        Hair::Bald => return html! {},
        Hair::Curly => {
            let locks = [(23.0, 17.0, 5.0), (30.0, 15.0, 5.5), (37.0, 15.5, 5.0), (42.0, 20.0, 4.0)];
            return discs(&locks, colour);
        }
        Hair::Cropped => "M18.5 27C17 15 23 11 32 11s15 4 13.5 16c-1-5-3-8-5-9q-8 2-17 0c-2 1-4 4-5 9z",
        Hair::Parted => "M18.5 28C16 14 24 9.5 33 10s15 6 12.5 18c-1-5-2-7-4-9-5 1-11-1-14-4-2 4-6 6-9 13z",
        Hair::Spiky => {
            "M18.5 27l-1-8 4 1 0-7 5 3 3-6 4 5 5-4 2 5 5-1-1 5 3 1-2 6c-1-4-2-6-4-7q-9 2-19 0c-2 1-3 3-4 7z"
        }
        Hair::Round => "M18.5 26q3-9 13.5-9t13.5 9q1-12-13.5-12t-13.5 12z",
        Hair::Bob => "M18.5 29c0-7 3-11 6-13q8 5 19 5 2 3 2 8C48 15 41 10 32 10s-16 5-13.5 19z",
        Hair::Long => "M18.5 30c0-8 4-12 13.5-18 9.5 6 13.5 10 13.5 18C48 15 41 9.5 32 9.5S16 15 18.5 30z",
        Hair::Bun => "M18.5 27C17 15 24 11 32 11s15 4 13.5 16c-2-7-6-11-13.5-11s-11.5 4-13.5 11z",
    };
    shape(outline, colour)
}

/// What is drawn over the face.
fn worn(extra: Extra, hair: &str, clothes: &str) -> Markup {
    match extra {
        Extra::Nothing | Extra::Beard => html! {},
        Extra::Glasses => html! {
            g fill="none" stroke=(INK) stroke-width="1.3" {
                circle cx="26.5" cy="29.5" r="4.2" {}
                circle cx="37.5" cy="29.5" r="4.2" {}
                path d="M30.7 29q1.3-1 2.6 0" {}
            }
        },
        Extra::Moustache => shape(
            "M25.5 36.2c1.5-3 5-3 6.5-1.4 1.5-1.6 5-1.6 6.5 1.4-2 .9-5 .8-6.5-.4-1.5 1.2-4.5 1.3-6.5.4z",
            hair,
        ),
        Extra::Earrings => discs(&[(18.5, 35.5, 1.6), (45.5, 35.5, 1.6)], "#e8c15a"),
        Extra::Cap => html! {
            (shape("M17.5 23C17 12 24 7.5 32 7.5S47 12 46.5 23z", clothes))
            (shape("M16 22q16-4 33 0l5 2.5q-2 1.5-6 .8-16-3-32 0z", clothes))
            path d="M17.5 22.5q14.5-3.6 29 0" fill="none" stroke="#fff" stroke-opacity=".35" {}
        },
        Extra::Beret => html! {
            (shape("M14 20C12 11 24 6 36 7.5c9 1 14 6 12 11q-14-5-34 1.5z", clothes))
            path d="M34 7.5l1-3" stroke=(clothes) stroke-width="2" stroke-linecap="round" {}
        },
        Extra::Scarf => html! {
            (shape("M19 38q13 14 26 0l2 13H17z", clothes))
            path d="M17.5 27C17 16 23 11.5 32 11.5S47 16 46.5 27c0 12-5 19-14.5 19S17.5 39 17.5 27z"
                fill="none" stroke=(clothes) stroke-width="3.5" {}
        },
    }
}

fn shape(outline: &str, colour: &str) -> Markup {
    html! { path d=(Written(outline)) fill=(colour) {} }
}

/// Discs by middle and radius.
fn discs(all: &[(f32, f32, f32)], colour: &str) -> Markup {
    html! { g fill=(colour) { @for (x, y, r) in all { circle cx=(Written(x)) cy=(Written(y))
    r=(Written(r)) {} } } }
}

impl Skin {
    /// In the light, and in the shade.
    fn colours(self) -> (&'static str, &'static str) {
        match self {
            Skin::Fair => ("#f3d3b8", "#d9a98a"),
            Skin::Rosy => ("#eebf9f", "#cf9271"),
            Skin::Tan => ("#d9a57a", "#b57f54"),
            Skin::Brown => ("#a9744d", "#85563a"),
            Skin::Dark => ("#7a4f36", "#573522"),
        }
    }
}

impl Shade {
    fn colour(self) -> &'static str {
        match self {
            Shade::Black => INK,
            Shade::Brown => "#54392a",
            Shade::Chestnut => "#7d4a2b",
            Shade::Blond => "#d8ae5f",
            Shade::Red => "#b9552f",
            Shade::Grey => "#9a958e",
            Shade::White => "#e9e4da",
        }
    }
}

impl Backdrop {
    /// Behind the head, and of the clothes.
    fn colours(self) -> (&'static str, &'static str) {
        match self {
            Backdrop::Sage => ("#a9c6b0", "#34584a"),
            Backdrop::Sand => ("#ecd3a0", "#8c4a35"),
            Backdrop::Sky => ("#a9c8dc", "#2f4f70"),
            Backdrop::Clay => ("#e0ac90", "#3f5a58"),
            Backdrop::Lilac => ("#c3b5d8", "#5a3f6b"),
            Backdrop::Rose => ("#e6b4b4", "#3b4a6b"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_skill_has_its_own_expression() {
        let face_of = |skill: Skill| {
            let face = Face::new(Skin::Tan, Hair::Bun, Shade::Black, Backdrop::Lilac);
            face_text(&Persona { name: "Ada", skill, style: "Plays.", face })
        };
        let faces: std::collections::BTreeSet<String> = Skill::ALL.into_iter().map(face_of).collect();
        assert_eq!(faces.len(), Skill::ALL.len());
    }

    #[test]
    fn a_scarf_covers_the_hair() {
        let bare = Face::new(Skin::Tan, Hair::Long, Shade::Red, Backdrop::Lilac);
        let drawn = |face| face_text(&Persona { name: "Ada", skill: Skill::Expert, style: "Plays.", face });
        let hair = format!("fill=\"{}\"", Shade::Red.colour());
        assert!(drawn(bare).contains(&hair) && !drawn(bare.with(Extra::Scarf)).contains(&hair));
    }

    fn face_text(persona: &Persona) -> String {
        face(persona).into_string()
    }
}
