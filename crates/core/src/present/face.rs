//! How the players are drawn: heads and shoulders in flat colours on a square of 64, which the style sheet
//! cuts to a circle. A persona has a face of its own, a person is a wooden peg.

use super::svg::Written;
use crate::persona::{Backdrop, Extra, Face, Hair, Mood, Persona, Shade, Skill, Skin};
use maud::{Markup, html};

/// The colour of eyes, mouths and frames.
const INK: &str = "#2b2523";

/// The woods of which pegs are turned: in the light, and in the shade.
const WOODS: [(&str, &str); 3] = [("#ecd2a6", "#cfae7a"), ("#d6ac78", "#b58850"), ("#bf8459", "#97613c")];

/// What people wear on their heads, from above the brows up; some wear nothing.
const HATS: [&str; 7] = [
    "",
    // A knitted cap with a bobble.
    "M16.500 21.500a16 16 0 0 1 31 0q-15.500-5-31 0zM28 9a4 4 0 1 1 8 0a4 4 0 1 1-8 0z",
    // A bowler.
    "M11 20.500q21-7.500 42 0-21 5.500-42 0z\
        M20.500 18.500C20 9 25 5.500 32 5.500s12 3.500 11.500 13v1.500h-23z",
    // A flat cap with its peak to the right.
    "M16.500 21.500C17 13 24 9.500 33 10s14.500 4.500 15 9q6.500.500 6.500 4-15-6-38-1.500z",
    // A scarf with its knot to the left.
    "M16.500 22.500C17 14 23 11 32 11s15 3 15.500 11.500Q32 11 16.500 22.500zM17 20l-7-3.500 1.500 8z",
    // A bow.
    "M41 14.500l-10.500 4v-10zM41 14.500l9-7.500 1 11z\
        M38.500 13.500a2.500 2.500 0 1 1 5 0a2.500 2.500 0 1 1-5 0z",
    // Hair that is tied in a bun.
    "M16 27C15 16 22 11.500 32 11.500S49 16 48 27q-3-9-16-9.500Q19 18 16 27z\
        M27.500 9a4.500 4.500 0 1 1 9 0a4.500 4.500 0 1 1-9 0z",
];

/// Draws a persona as an SVG element without a size. It is decoration: the name stands beside it.
#[must_use]
pub fn face(persona: &Persona) -> Markup {
    face_in(persona, Mood::Calm)
}

/// Draws a persona in a mood.
#[must_use]
pub fn face_in(persona: &Persona, mood: Mood) -> Markup {
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
            (features(persona, mood, dark))
            (worn(extra, colour, clothes))
        }
    }
}

/// Draws a person as a peg in the colours and with the hat that follow from the name.
#[must_use]
pub fn peg(name: &str, mood: Mood) -> Markup {
    let sum = name.bytes().fold(7_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let (behind, clothes) = Backdrop::ALL[sum as usize % Backdrop::ALL.len()].colours();
    let mut rest = sum as usize / Backdrop::ALL.len();
    let mut next = |count: usize| {
        let index = rest % count;
        rest /= count;
        index
    };
    let (light, dark) = WOODS[next(WOODS.len())];
    let hat = HATS[next(HATS.len())];
    let (_, painted) = Backdrop::ALL[next(Backdrop::ALL.len())].colours();
    html! {
        svg.face viewBox="0 0 64 64" aria-hidden="true" focusable="false" {
            path d="M0 0h64v64H0z" fill=(behind) {}
            path d="M10 64c0-13 8-19 22-19s22 6 22 19z" fill=(clothes) {}
            path d="M20 46.5q12 6 24 0l-1.5-3.5h-21z" fill=(dark) {}
            circle cx="32" cy="29" r="16" fill=(light) {}
            path d="M22.5 41.5q9.5 6 19 0A16 16 0 0 0 47 24q-4 14-24.5 17.5z" fill=(dark)
                fill-opacity=".45" {}
            @if !hat.is_empty() { (shape(hat, painted)) }
            (looks(mood, ("M27.5 37q4.5 3.2 9 0", false), [dark, dark, INK]))
        }
    }
}

/// Brows, nose, mouth and eyes of a persona.
fn features(persona: &Persona, mood: Mood, dark: &str) -> Markup {
    let Face { shade, extra, .. } = persona.face;
    let brows = if shade == Shade::White { Shade::Grey } else { shade };
    let on_dark_hair = extra == Extra::Beard && matches!(shade, Shade::Black | Shade::Brown);
    let lips = if on_dark_hair { "#fff" } else { INK };
    looks(mood, mouth(persona.skill), [brows.colour(), dark, lips])
}

/// Brows, nose, mouth and eyes in a mood: the mouth of one who is calm, and the colours of brows, nose and
/// lips.
fn looks(mood: Mood, at_rest: (&str, bool), [brow, nose, lips]: [&str; 3]) -> Markup {
    let brows = match mood {
        Mood::Calm => "M23.5 25.3q2.7-1.7 5.4-.4M35.1 24.9q2.7-1.3 5.4.4",
        Mood::Thinking => "M23.5 25.6q2.7-1 5.4 .2M35.1 23.4q2.7-1.8 5.4-.2",
        Mood::Glad => "M23.5 24.3q2.7-2.2 5.4-.6M35.1 23.7q2.7-1.6 5.4.6",
        Mood::Surprised => "M23.5 22.6q2.7-2.2 5.4-.8M35.1 21.8q2.7-1.4 5.4.8",
        Mood::Worried | Mood::Beaten => "M23.3 25.8q3-.4 5.4-2.3M35.3 23.5q2.4 1.9 5.4 2.3",
    };
    let (mouth, open) = match mood {
        Mood::Calm => at_rest,
        Mood::Thinking => ("M28.5 38q3.5-.9 6.5.4", false),
        Mood::Glad => ("M26.5 35.7q5.5 7.5 11 0z", true),
        Mood::Worried => ("M27.5 38.5q2.2-1.9 4.5 0t4.5-.3", false),
        Mood::Surprised => ("M30 38.2a2 2.5 0 1 0 4 0a2 2.5 0 1 0-4 0z", true),
        Mood::Beaten => ("M27.7 39.2q4.3-3.6 8.6 0", false),
    };
    // Shut in joy and in sorrow; else where the pupils are, and how large.
    let (lids, pupils) = match mood {
        Mood::Glad => (Some("M24.3 30.3q2.2-2.9 4.4 0M35.3 30.3q2.2-2.9 4.4 0"), None),
        Mood::Beaten => (Some("M24.3 29.3q2.2 1.9 4.4 0M35.3 29.3q2.2 1.9 4.4 0"), None),
        Mood::Calm | Mood::Worried => (None, Some((0.0, 0.0, 1.7))),
        Mood::Thinking => (None, Some((1.2, -1.1, 1.7))),
        Mood::Surprised => (None, Some((0.0, -0.3, 2.2))),
    };
    html! {
        g fill="none" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round" {
            path d=(brows) stroke=(brow) {}
            path d="M32 29.5q1.6 2.6-.4 3.4" stroke=(nose) {}
            path d=(mouth) stroke=(lips) fill=[open.then_some("#fff")] {}
            @if let Some(lids) = lids { path d=(lids) stroke=(INK) {} }
        }
        @if let Some((x, y, size)) = pupils { (discs(&[(26.5 + x, 29.5 + y, size), (37.5 + x, 29.5 + y,
            size)], INK)) }
    }
}

/// The mouth at rest, and whether it is open: beginners laugh, masters smile to themselves.
fn mouth(skill: Skill) -> (&'static str, bool) {
    match skill {
        Skill::Beginner => ("M26.5 36q5.5 6.5 11 0z", true),
        Skill::Casual => ("M27 36.5q5 4.5 10 0", false),
        Skill::Intermediate => ("M27.5 37q4.5 3.2 9 0", false),
        Skill::Skilled => ("M27.5 37q4.5 3.2 9-.8", false),
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
    fn each_mood_shows_on_every_face() {
        let face = Face::new(Skin::Tan, Hair::Bun, Shade::Black, Backdrop::Lilac);
        let persona = |skill| Persona { name: "Ada", skill, style: "Plays.", face };
        for skill in Skill::ALL {
            let drawn = Mood::ALL.map(|mood| face_in(&persona(skill), mood).into_string());
            let pegs = Mood::ALL.map(|mood| peg("Ann", mood).into_string());
            for different in [drawn, pegs] {
                assert_eq!(std::collections::BTreeSet::from(different).len(), Mood::ALL.len());
            }
        }
    }

    #[test]
    fn people_differ_by_their_names() {
        let pegs = (0..100).map(|n| peg(&format!("Guest {n}"), Mood::Calm).into_string());
        let looks = pegs.collect::<std::collections::BTreeSet<_>>().len();
        assert!(looks > 90, "a hundred people have {looks} looks");
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
