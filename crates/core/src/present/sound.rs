//! What is heard of a move.

/// The sound of an action, by what is moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sound {
    /// A wooden tile that is set down.
    Wood,
    /// A tile that slides along its neighbours.
    Slide,
    /// A coin that is turned.
    Coin,
    /// A card that is laid.
    Card,
    /// A bulb of glass.
    Bulb,
    /// A button on cloth.
    Button,
    /// A piece of bamboo on others.
    Bamboo,
}

impl Sound {
    /// All of them.
    pub const ALL: [Sound; 7] =
        [Sound::Wood, Sound::Slide, Sound::Coin, Sound::Card, Sound::Bulb, Sound::Button, Sound::Bamboo];

    /// The name that the page's script knows.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Sound::Wood => "wood",
            Sound::Slide => "slide",
            Sound::Coin => "coin",
            Sound::Card => "card",
            Sound::Bulb => "bulb",
            Sound::Button => "button",
            Sound::Bamboo => "bamboo",
        }
    }
}
