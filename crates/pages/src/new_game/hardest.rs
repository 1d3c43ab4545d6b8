//! The hardest known deals, each with a button that begins it.

use crate::once::key_field;
use crate::{game, text, urls};
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::text::grouped;
use maud::{Markup, html};

/// The section with the hardest deals of a game; nothing where none are known.
pub(super) fn hardest(game: &dyn AnyGame) -> Markup {
    let mut rows = game::hardest(game);
    rows.retain(|row| !row.deals.is_empty());
    html! {
        @if !rows.is_empty() {
            section.card.hardest aria-labelledby="hardest" {
                h2 #hardest { "Hardest known deals" }
                p.small {
                    "The hardest of " (grouped(rows.iter().map(|row| row.of).sum())) " random deals, each \
                        with its proven minimum of moves."
                }
                ul {
                    @for row in &rows {
                        li {
                            form method="post" action=(urls::new_table(game.id())) {
                                (key_field())
                                @for (key, answer) in &row.options {
                                    input type="hidden" name={ "option." (key) } value=(answer);
                                }
                                span.label { (row.label) }
                                @for (n, deal) in row.deals.iter().enumerate() {
                                    button name="seed" value=(deal.seed) aria-label={ (row.label) ", "
                                        (deal.moves) " moves, deal " (n + 1) } {
                                        (text::count(deal.moves.into(), "move"))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::new_game::form::{Asked, read};
    use bagatelle_core::Viewer;
    use bagatelle_core::program::Allowance;
    use bagatelle_table::{Visitor, WorldDate};
    use std::collections::BTreeMap;

    #[test]
    fn each_of_the_hardest_deals_begins_with_one_click() {
        let mut begun = 0;
        for game in game::all() {
            let page = hardest(*game).into_string();
            for row in game::hardest(*game) {
                let fields =
                    row.options.iter().map(|(key, answer)| (format!("option.{key}"), answer.clone()));
                for deal in &row.deals {
                    assert!(page.contains(&format!("value=\"{}\"", deal.seed)), "{page}");
                    let mut form: BTreeMap<String, String> = fields.clone().collect();
                    form.insert("seed".into(), deal.seed.clone());
                    let asked = Asked { date: WorldDate::new(2026, 11, 23), name: "Ann", lot: 0 };
                    let new = read(*game, &form, &asked).expect("a form");
                    let table = new
                        .plan(&Visitor::anonymous(""), String::new(), &[], 0, &Allowance::default())
                        .expect("a table");
                    let (_, play) = table.open().expect("a deal");
                    assert!(play.outcome().is_none(), "there is something to play");
                    assert!(play.svg(Viewer::Spectator).starts_with("<svg"));
                    begun += 1;
                }
            }
        }
        assert!(begun >= 4, "the baju puzzle has some for each goal");
    }
}
