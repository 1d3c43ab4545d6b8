//! From the first page to a dealt board.

use crate::harness::{Visitor, story};
use anyhow::Result;
use serde_json::json;

#[tokio::test]
async fn the_hole_is_where_it_was_chosen() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.go("/").await?;
        ann.click(".game a.primary[href='/brain-burn']").await?;
        ann.sees_text("h1", "Brain Burn").await?;
        ann.choose("way", "seed").await?;
        ann.fill("input[name=seed]", "a walk in the rain").await?;
        ann.click(".more-options summary").await?;
        ann.click("input[name='wish.hole'][value='7']").await?;
        ann.click("form.start button.primary").await?;
        ann.arrives().await?;
        ann.sees_text(".deal", "a walk in the rain").await?;
        let board = ann.board().await?;
        assert_eq!(board.hole(), 7);
        ann.sees_figure("Moves", 0).await?;
        ann.sees_figure("Time", "0:00").await?;

        // The same seed and hole give the same board to another visitor; another hole gives another board.
        let bob = world.visitor().await?;
        bob.deal_brain_burn(7, "a walk in the rain").await?;
        assert_eq!(bob.board().await?, board);
        assert_ne!(bob.path().await?, ann.path().await?);
        bob.deal_brain_burn(20, "a walk in the rain").await?;
        assert_eq!(bob.board().await?.hole(), 20);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn todays_deal_is_one_for_all_and_once_for_each() {
    story(async |world| {
        let ann = world.visitor().await?;
        let bob = world.visitor().await?;
        let play_today = async |who: &Visitor| -> Result<()> {
            who.go("/brain-burn").await?;
            who.choose("way", "daily").await?;
            who.click("form.start button.primary").await?;
            who.arrives().await?;
            who.sees_text(".deal", "daily deal of ").await
        };
        play_today(&ann).await?;
        play_today(&bob).await?;
        let fresh = ann.board().await?;
        assert_eq!(fresh, bob.board().await?);
        assert_ne!(ann.path().await?, bob.path().await?);

        // A second request leads back to the game that was begun.
        let (table, cell) = (ann.path().await?, beside(fresh.hole()));
        ann.click_cell(cell).await?;
        let board = fresh.slid(cell);
        ann.sees_board(&board).await?;
        play_today(&ann).await?;
        assert_eq!(ann.path().await?, table);
        assert_eq!(ann.board().await?, board);

        // The first page and the game's page lead there, too.
        let way_in = format!(".game a[href='{table}']");
        let places = [("/", ".games", way_in.as_str()), ("/brain-burn", ".mine .state", ".mine a")];
        for (page, state, link) in places {
            ann.go(page).await?;
            ann.sees_text(state, "1 move").await?;
            ann.click(link).await?;
            ann.sees("the table", "return location.pathname", json!(table)).await?;
        }
        Ok(())
    })
    .await;
}

/// A cell next to another.
pub fn beside(cell: usize) -> usize {
    if cell.is_multiple_of(5) { cell + 1 } else { cell - 1 }
}
