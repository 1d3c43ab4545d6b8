//! Piecepack components: suits, ranks, tiles, coins and how they are drawn.
