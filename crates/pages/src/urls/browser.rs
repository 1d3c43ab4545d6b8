//! The addresses of pages that the browser makes itself.

use super::fill::addresses;

addresses! {
    /// Where an analysis begins.
    ANALYSES analyses() = "/analysis";
    /// An analysis board.
    ANALYSIS analysis(id: &str) = "/analysis/{id}";
    /// Where an analysis is changed.
    ANALYSIS_ACT analysis_act(id: &str) = "/analysis/{id}/act";
    /// Where a page asks why something on an analysis board cannot be picked.
    ANALYSIS_WHY analysis_why(id: &str) = "/analysis/{id}/why";
    /// The stream of changes of an analysis.
    ANALYSIS_EVENTS analysis_events(id: &str) = "/analysis/{id}/events";
    /// The record of an analysis with its variations.
    ANALYSIS_RECORD analysis_record(id: &str) = "/analysis/{id}/record.json";
    /// Where a game of a server is reviewed.
    REVIEWS reviews() = "/review";
}
