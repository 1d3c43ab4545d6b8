//! The files, read again: sizes in millimetres, counts, backs behind their fronts, colours, fonts, texts.

mod faults;
mod files;
mod measure;
mod pieces;
