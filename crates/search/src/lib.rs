//! Search that knows no game. The caller brings the game, the seed, the budget and the workers; nothing here
//! has a clock or a global source of randomness.
//!
//! * [`alphabeta`]: alpha-beta search, with the transposition table of [`tt`],
//! * [`arena`]: matches between programs, and their ratings,
//! * [`beam`]: breadth-first search that keeps the best nodes of every layer,
//! * [`cfr`]: equilibria of small games with hidden information, and best responses to any strategy,
//! * [`ida`]: iterative-deepening A*, for lower bounds with proof,
//! * [`ismcts`]: Monte Carlo tree search over information sets,
//! * [`pdb`]: additive pattern databases for tiles that slide on any small board,
//! * [`region_pdb`]: larger ones that know where the hole is, one bit for each entry.

pub mod alphabeta;
pub mod arena;
pub mod beam;
pub mod cfr;
pub mod ida;
pub mod ismcts;
pub mod lookback;
pub mod pdb;
pub mod region_pdb;
pub mod tt;
