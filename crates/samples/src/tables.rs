//! Samples of tables in each of their states, and of replays.

use super::lists::TODAY;
use super::sample::Sample;
use super::story::{ANN, BASE, BOB, CLEO, Story, against_program, open, order};
use bagatelle_core::present::{Fixed, Hint, Review, SeatReview, TurningPoint};
use bagatelle_core::program::{Allowance, Budget};
use bagatelle_core::{Seat, Turn, Viewer};
use bagatelle_pages::Markup;
use bagatelle_pages::analysis::ReviewPage;
use bagatelle_pages::plan::PlanPage;
use bagatelle_pages::replay::ReplayPage;
use bagatelle_pages::same_deal::{Rival, SameDealPage, side_by_side};
use bagatelle_pages::table::{ChatEntry, Company, Par, PlannedMoves, Planning, Reach, TablePage};
use bagatelle_session::{Awaited, Beside, Detours, HintView, Strength};
use bagatelle_table::{
    Command, DealSource, Detour, Fork, Help, NewGame, PACES, Question, Rating, Replay, ReplayView,
    SeatRequest, Terms,
};
use serde_json::json;

const MINUTE: i64 = 60_000;
/// A board of Brain Burn one slide and one swap from its end.
const NEARLY: &str = "SA S2 S3 S4 S5 MA M2 M3 M4 M5 CA C2 C3 C4 C5 AA A2 -- A4 A5 S0 M0 A3 C0 A0 | \
                      A 2 3 4 5 A 2 3 4 5 A 2 3 4 5 A 3 - 4 5 0 0 2 0 0";
/// The slide and the swap.
const SOLUTION: [&str; 2] = ["U", "Ul"];

fn clocked() -> NewGame {
    NewGame { terms: Terms { pace: PACES[2], ..Terms::default() }, ..open("baju-duel") }
}

/// A game of Ann against Bob in which hands are hidden.
fn bulbous() -> NewGame {
    NewGame { deal_options: json!({ "seats": 2 }), ..open("bulbous") }
}

/// Moves that Bob plans while Ann is to act.
fn plans() -> Vec<Sample> {
    let story = Story::duel(clocked()).plays(4).until(ANN);
    let (table, bob) = (&story.table, story.viewpoint(BOB));
    let seat = table.may_plan(&bob).expect("a seat that waits");
    let offers = table.foreseen(seat);
    let draw =
        |texts: &[&str]| table.play().svg_planned(Viewer::Seat(seat), bob.near(table), Fixed::Drawn, texts);
    let next = &offers[0];
    let (_, told) = table.way_ahead(seat, &next.text).expect("it may be the next one");
    let kept =
        Planning::Kept { svg: draw(&[&next.text]), path: next.path.clone(), action: next.text.clone(), told };
    let texts: Vec<&str> = offers.iter().map(|offer| offer.text.as_str()).collect();
    let picks = Planning::Picks { svg: draw(&texts), offers: offers.clone() };
    let told = Some("Your planned move was dropped: that space isn’t empty.".to_owned());
    let state = |lines: usize, told: Option<String>, board: Planning| PlannedMoves { lines, told, board };
    let states = [
        ("table-plan-begins", state(0, None, Planning::Next)),
        ("table-plan-picks", state(0, None, picks)),
        ("table-plan-kept", state(1, None, kept)),
        ("table-plan-lines", state(2, None, Planning::Lines)),
        ("table-plan-dropped", state(0, told, Planning::Nothing)),
    ];
    let mut all: Vec<Sample> = Vec::new();
    for (name, planned) in &states {
        all.push(Sample::new(*name, TablePage { planned: Some(planned), ..story.page(&bob) }.page()));
    }
    let mut play = table.play().duplicate();
    let mut line = Vec::new();
    for _ in 0..2 {
        let action = play.legal().swap_remove(0);
        play.apply(&action);
        line.push(action);
    }
    let any = vec!["*".to_owned(), next.text.clone()];
    let (now, lines) = (table.play().duplicate(), [line.clone(), any]);
    let page = PlanPage {
        table,
        revision: 0,
        seat: Ok(seat),
        near: bob.near(table),
        line: &[],
        play: now.as_ref(),
        lines: &[],
        done: None,
    };
    all.push(Sample::new("plan", page.page()));
    let made = PlanPage { line: &line, play: play.as_ref(), ..page };
    all.push(Sample::new("plan-line", made.page()));
    all.push(Sample::new("plan-kept", PlanPage { lines: &lines, done: Some("Line saved."), ..page }.page()));
    let over = Err("It’s your turn, so there’s nothing to plan.");
    all.push(Sample::new("plan-own-turn", PlanPage { seat: over, ..page }.page()));
    all
}

/// Tables on the way.
pub(crate) fn samples() -> Vec<Sample> {
    let mut all: Vec<Sample> = bagatelle_catalog::games().iter().map(|game| under_way(game.id())).collect();
    all.extend(seats());
    all.extend(questions());
    all.extend(absences());
    all.extend(plans());
    all.push(Sample::new("table-chat", chat()));
    all.push(Sample::new("table-forked", forked()));
    all
}

fn with_par(par: Awaited<Par>) -> Beside<'static> {
    Beside { par, ..Beside::default() }
}

fn under_way(game: &str) -> Sample {
    let story = Story::new(against_program(game)).plays(9).until(ANN);
    let par = match story.table.game().manifest().par_limit {
        None => Awaited::None,
        Some(_) => Awaited::Known(Par { moves: 31, at_least: 24 }),
    };
    let ann = story.viewpoint(ANN);
    Sample::new(format!("table-{game}"), TablePage { beside: &with_par(par), ..story.page(&ann) }.page())
}

fn seats() -> Vec<Sample> {
    let waiting = Story::new(clocked());
    let rated = Terms { rated: true, takebacks: false, ..clocked().terms };
    let rated = Story::new(NewGame { terms: rated, ..clocked() });
    let mut visitor = rated.table.viewpoint(None);
    visitor.account = false;
    let rated_page = TablePage { viewpoint: &visitor, ..rated.page(&visitor) }.page();
    let best_of = Story::new(NewGame { best_of: 3, ..against_program("baju-duel") }).until(ANN);
    let program = Story::new(against_program("baju-duel")).until(ANN).plays(1);
    let duel = Story::duel(clocked()).until(ANN);
    let others = vec![SeatRequest::Open, SeatRequest::Open];
    let three = NewGame { deal_options: json!({ "seats": 3 }), others, ..open("bulbous") };
    let left = Story::new(three)
        .sit(BOB, "Bob")
        .sit(CLEO, "Cleo")
        .plays(6)
        .does(BOB, Command::Resign { seat: None });
    let (ann, bob) = (waiting.viewpoint(ANN), waiting.viewpoint(BOB));
    let reached = |reach| TablePage { reach, ..waiting.page(&ann) }.page();
    let of_three = NewGame { deal_options: json!({ "seats": 4 }), ..against_program("bulbous") };
    let of_three = Story::new(of_three).until(ANN).plays(4);
    let free_seat = TablePage { name: "Bob", ..waiting.page(&bob) }.page();
    let left = left.settled();
    let bob = left.viewpoint(BOB);
    let taken_over = TablePage { name: "Bob", ..left.page(&bob) }.page();
    vec![
        waiting.sample("table-waiting", ANN),
        Story::new(open("bulbous")).sample("table-waiting-cards", ANN),
        Sample::new("table-waiting-here-only", reached(Reach::ThisMachine { port: 8080 })),
        Sample::new("table-waiting-network", reached(Reach::Network { base: "http://192.168.1.5:8080" })),
        of_three.sample("table-three-programs", ANN),
        Sample::new("table-waiting-visitor", free_seat),
        Sample::new("table-waiting-rated", rated_page),
        duel.sample("table-my-turn", ANN),
        duel.sample("table-their-turn", BOB),
        duel.sample("table-spectator", CLEO),
        program.sample("table-program-thinks", ANN),
        best_of.sample("table-match", ANN),
        Sample::new("table-seat-taken-over", taken_over),
    ]
}

fn questions() -> Vec<Sample> {
    let mut all = Vec::new();
    for question in [Question::Takeback, Question::Draw, Question::Pause, Question::Rematch] {
        let mut story = Story::duel(clocked()).plays(4).until(BOB);
        if question == Question::Rematch {
            story = story.does(BOB, Command::Resign { seat: None });
        }
        let story = story.does(ANN, Command::Ask(question));
        all.push(story.sample(format!("table-{question}-asked"), ANN));
        all.push(story.sample(format!("table-{question}-to-answer"), BOB));
        let declined = story.does(BOB, Command::Decline);
        all.push(declined.sample(format!("table-{question}-declined"), ANN));
    }
    let paused = Story::duel(clocked()).plays(4).does(ANN, Command::Ask(Question::Pause));
    let paused = paused.does(BOB, Command::Agree { next: None });
    all.push(paused.sample("table-paused", ANN));
    let ended = Story::duel(clocked()).plays(4).does(BOB, Command::Resign { seat: None });
    let rematch = ended.does(ANN, Command::Ask(Question::Rematch));
    let rematch = rematch.does(BOB, Command::Agree { next: Some("nexttable0000000000000000a".into()) });
    all.push(rematch.sample("table-rematch-made", ANN));
    all.push(rematch.sample("table-rematch-made-spectator", CLEO));
    let round = Story::duel(NewGame { best_of: 3, ..open("baju-duel") }).plays(6);
    let round = round.does(BOB, Command::Resign { seat: None });
    let next = round.goes_on("nextround0000000000000000a");
    all.push(next.sample("table-next-round-made", BOB));
    let (now, id) = (rematch.now, "rematch00000000000000000a");
    let spec =
        rematch.table.rematch(id.into(), "samples".into(), now, &Allowance::default()).expect("a rematch");
    all.push(Story::of(spec).sample("table-rematch-expected", ANN));
    all
}

fn absences() -> Vec<Sample> {
    let terms = Terms { grace_s: Some(300), ..Terms::default() };
    let story = Story::duel(NewGame { terms, ..open("baju-duel") }).plays(4).until(BOB).later(MINUTE);
    let away = [(BOB.to_owned(), story.now - MINUTE)];
    let company = Company { away: &away, ..Company::default() };
    let ann = story.viewpoint(ANN);
    let away = TablePage { company, ..story.page(&ann) };
    let late = TablePage { now: story.now + 10 * MINUTE, ..away };
    let cleo = story.viewpoint(CLEO);
    vec![
        Sample::new("table-away", away.page()),
        Sample::new("table-away-spectator", TablePage { viewpoint: &cleo, ..away }.page()),
        Sample::new("table-claimable", late.page()),
    ]
}

fn chat() -> Markup {
    let terms = Terms { rated: true, takebacks: false, ..Terms::default() };
    let story = Story::duel(NewGame { terms, ..open("baju-duel") }).plays(6);
    let texts =
        [(ANN, "Ann", "Hello!"), (BOB, "Bob", "Hello <b>Ann</b>, good luck"), (BOB, "Bob", "Your move")];
    let entry = |(number, &(person, name, text))| ChatEntry { number, person, alias: name, name, text };
    let chat: Vec<ChatEntry<'_>> = texts.iter().enumerate().map(entry).collect();
    let ratings =
        [(ANN.to_owned(), Rating::initial("baju-duel")), (BOB.to_owned(), Rating::initial("baju-duel"))];
    let bots = [BOB.to_owned()];
    let ann = story.viewpoint(ANN);
    let company = Company { watching: 2, ratings: &ratings, bots: &bots, chat: &chat, ..Company::default() };
    TablePage { company, ..story.page(&ann) }.page()
}

fn forked() -> Markup {
    let origin = Story::new(order("brain-burn")).plays(12);
    let record = origin.table.public_record().expect("a record");
    let fork = Fork { record, table: Some("origin0000000000000000000a".into()) };
    let source = DealSource::Fork(Box::new(fork));
    let story = Story::new(NewGame { source, ..order("brain-burn") });
    story.page(&story.viewpoint(ANN)).page()
}

/// The review of a duel that Bob resigned although he had won it, after a slip.
fn given_up(resigned: &Story) -> Review<String> {
    let (play, seat) = (resigned.table.play(), resigned.viewpoint(BOB).seats[0]);
    let point = |ply: usize, played: Option<String>, costs: &str, why: &str| TurningPoint {
        ply,
        seat,
        better: play.at(ply).legal().into_iter().rev().take(1).collect(),
        cost: if played.is_some() { 0.05 } else { 1.0 },
        slip: played.is_some(),
        played,
        costs: costs.into(),
        why: why.into(),
    };
    let own = (0..play.ply()).find(|ply| play.at(*ply).turn() == Turn::Seat(seat)).expect("a turn of Bob’s");
    let slip = play.actions()[own].clone();
    Review {
        about: "Every position was searched.".into(),
        accuracy: "A move counts as accurate if it cost little.".into(),
        seats: vec![SeatReview { decisions: 3, accurate: 3, note: None }; 2],
        turns: vec![
            point(own, Some(slip), "5 percentage points", "Black’s winning chances drop from 55% to 50%."),
            point(play.ply(), None, "a sure win", "Black had a sure win in 2 turns."),
        ],
        curve: Vec::new(),
        notes: Vec::new(),
        picture: None,
        key: Vec::new(),
    }
}

/// Tables that have ended.
pub(crate) fn endings() -> Vec<Sample> {
    let resigned = Story::duel(open("baju-duel")).plays(6).does(BOB, Command::Resign { seat: None });
    let drawn = Story::duel(open("baju-duel")).plays(6).does(ANN, Command::Ask(Question::Draw));
    let drawn = drawn.does(BOB, Command::Agree { next: None });
    let late = Story::duel(clocked()).plays(6).until(BOB).later(20 * MINUTE).expires();
    let round = Story::duel(NewGame { best_of: 3, ..open("baju-duel") }).plays(6);
    let round = round.does(BOB, Command::Resign { seat: None });
    let played = Story::duel(bulbous()).played_out();
    let alone = Story::new(against_program("bambam-booboo")).played_out();
    let solved = solitaire().does(ANN, Command::Act(SOLUTION[0].into()));
    let solved = solved.does(ANN, Command::Amend(SOLUTION[1].into()));
    let whole = || Help::Solution(vec![SOLUTION[1].into()]);
    let helped = solitaire().helped(Help::Nudge).helped(whole());
    let helped = helped.does(ANN, Command::Act(SOLUTION[1].into()));
    let stuck = Story::new(order("burbuja")).played_out();
    let daily = NewGame { source: DealSource::Daily(TODAY, None), ..order("burbuja") };
    let daily = Story::new(daily).played_out();
    let looked = stuck.table.play().review(&[], &Budget::nodes(20_000), &mut |_, _| ());
    let review = ReviewPage {
        table: &stuck.table,
        id: stuck.table.id(),
        review: looked.as_ref(),
        made: None,
        own: &[Seat(0)],
        result: None,
        turn: 0,
        step: 0,
        live: None,
    };
    let lined = Story::new(against_program("baju-duel")).played_out();
    let duel = lined.table.play().review(&[], &Budget::nodes(2_000), &mut |_, _| ());
    let cards = played.table.play().review(&[], &Budget::nodes(60), &mut |_, _| ());
    let (par, ann_solved) = (Awaited::Known(Par { moves: 1, at_least: 1 }), solved.viewpoint(ANN));
    let rated = Terms { rated: true, takebacks: false, ..Terms::default() };
    let rated = Story::duel(NewGame { terms: rated, ..open("baju-duel") }).plays(1);
    let begun = rated.sample("table-abortable", ANN);
    let aborted = rated.does(BOB, Command::Resign { seat: None });
    vec![
        begun,
        aborted.sample("table-aborted", ANN),
        resigned.sample("table-won", ANN),
        resigned.sample("table-lost", BOB),
        resigned.sample("table-over-spectator", CLEO),
        drawn.sample("table-drawn", ANN),
        late.sample("table-out-of-time", BOB),
        round.sample("table-round-won", ANN),
        played.sample("table-played-out", ANN),
        alone.sample("table-play-again", ANN),
        Sample::new("table-solved", TablePage { beside: &with_par(par), ..solved.page(&ann_solved) }.page()),
        helped.sample("table-solved-with-help", ANN),
        daily.sample("table-daily-over", ANN),
        stuck.sample("table-stuck", ANN),
        Sample::new("review", review.page()),
        Sample::new(
            "review-duel",
            ReviewPage { table: &lined.table, review: duel.as_ref(), turn: 1, ..review }.page(),
        ),
        Sample::new(
            "review-line",
            ReviewPage { table: &lined.table, review: duel.as_ref(), turn: 1, step: 2, ..review }.page(),
        ),
        Sample::new(
            "review-cards",
            ReviewPage { table: &played.table, review: cards.as_ref(), ..review }.page(),
        ),
        Sample::new(
            "review-resigned",
            ReviewPage {
                table: &resigned.table,
                review: Some(&given_up(&resigned)),
                own: &resigned.viewpoint(BOB).seats,
                ..review
            }
            .page(),
        ),
        Sample::new("review-making", ReviewPage { review: None, made: Some(0.4), ..review }.page()),
    ]
}

/// The deal of a finished game that friends are asked to play, too.
pub(crate) fn same_deals() -> Vec<Sample> {
    let story = Story::new(order("burbuja")).solved();
    let (ann, par) = (story.viewpoint(ANN), Par { moves: 17, at_least: 17 });
    let rival = |(name, moves): (&str, Option<u32>)| Rival {
        table: if name == "Ann" { story.table.id().to_owned() } else { name.to_lowercase() },
        name: name.to_owned(),
        own: false,
        solved: moves.is_some(),
        moves,
        took: Some(6 * MINUTE),
        helped: name == "Dora",
    };
    let rivals = [("Cleo", Some(19)), ("Ann", Some(20)), ("Dora", Some(17)), ("Bob", None)].map(rival);
    let page =
        SameDealPage { table: &story.table, par: Some(par), rivals: &rivals[1..2], own: None, base: BASE };
    let known = SameDealPage { rivals: &rivals, own: Some("bob"), ..page };
    let of_ann = rivals.clone().map(|rival| Rival { own: rival.name == "Ann", ..rival });
    let drawn = side_by_side(&of_ann);
    let company = Company { rivals: Some(&drawn), ..Company::default() };
    let over = TablePage { company, beside: &with_par(Awaited::Known(par)), ..story.page(&ann) };
    vec![
        Sample::new("same-deal", page.page()),
        Sample::new("same-deal-known", known.page()),
        Sample::new("result-same-deal", over.page()),
    ]
}

/// The results of games of every kind that are not among the other endings.
pub(crate) fn results() -> Vec<Sample> {
    let solved = |game: &str, par: Par| {
        let story = Story::new(order(game)).solved();
        let ann = story.viewpoint(ANN);
        let long = [Detour { ply: 3, moves: 4 }, Detour { ply: 7, moves: 1 }];
        let detours = if par.at_least < par.moves { Detours::Found(&long) } else { Detours::None };
        let beside = Beside { par: Awaited::Known(par), detours, ..Beside::default() };
        let page = TablePage { beside: &beside, best: Some(3), ..story.page(&ann) }.page();
        Sample::new(format!("result-{game}"), page)
    };
    let four = NewGame { deal_options: json!({ "seats": 4 }), ..against_program("bulbous") };
    let terms = Terms { rated: true, takebacks: false, ..Terms::default() };
    let rated = Story::duel(NewGame { terms, ..open("baju-duel") }).plays(8);
    let rated = rated.does(BOB, Command::Resign { seat: None });
    let after =
        |rating: f64, change: f64| Rating { rating, change: Some(change), ..Rating::initial("baju-duel") };
    let ratings = [(ANN.to_owned(), after(1612.0, 112.0)), (BOB.to_owned(), after(1388.0, -112.0))];
    let company = Company { ratings: &ratings, ..Company::default() };
    let ann = rated.viewpoint(ANN);
    vec![
        solved("baju-puzzle", Par { moves: 4, at_least: 4 }),
        solved("burbuja", Par { moves: 24, at_least: 15 }),
        Story::new(four).played_out().sample("result-bulbous", ANN),
        Story::new(against_program("baju-duel")).played_out().sample("result-baju-duel", ANN),
        Sample::new("result-rated", TablePage { company, ..rated.page(&ann) }.page()),
    ]
}

fn solitaire() -> Story {
    let source = DealSource::Setup(json!({ "position": NEARLY }));
    Story::new(NewGame { source, ..order("brain-burn") })
}

/// Hints.
pub(crate) fn hints() -> Vec<Sample> {
    let story = solitaire();
    let found = |strength, text: &str, marks: &[&str]| HintView::Found {
        text: Some("Solved in 1 slide, the proven minimum.".into()),
        hint: Hint { text: text.into(), marks: marks.iter().map(|mark| (*mark).to_owned()).collect() },
        rest: SOLUTION.map(String::from).to_vec(),
        strength,
    };
    let (nudge, move_shown) = (Strength::Nudge, Strength::Move);
    let status = "A solution of 34 moves so far.".into();
    let running = HintView::Running { strength: move_shown, progress: Some(0.4), status };
    let begun = HintView::Running { strength: nudge, progress: None, status: String::new() };
    let ann = story.viewpoint(ANN);
    let sample = |name: &str, hint: HintView| {
        let beside = Beside { hint, ..Beside::default() };
        Sample::new(name, TablePage { beside: &beside, ..story.page(&ann) }.page())
    };
    vec![
        sample("table-hint-begun", begun),
        sample("table-hint-running", running),
        sample("table-hint-nudge", found(Strength::Nudge, "Try the marked tile.", &["tile-22"])),
        sample("table-hint-move", found(Strength::Move, "Slide the 3 of Arms up.", &["tile-22"])),
        sample("table-hint-solution", found(Strength::Solution, "Slide the 3 of Arms up.", &["tile-22"])),
    ]
}

/// Replays.
pub(crate) fn replays() -> Vec<Sample> {
    let solitaire = Story::new(order("brain-burn")).plays(20);
    let stuck = Story::new(order("burbuja")).played_out();
    let won = Story::new(against_program("bambam-booboo")).played_out();
    let running = Story::duel(bulbous()).plays(20);
    let over = Story::duel(bulbous()).played_out();
    let open_view = Some(ReplayView::Open);
    let of_bob = Some(ReplayView::Of(Viewer::Seat(Seat(1))));
    vec![
        Sample::new("replay-start", replay(&solitaire, ANN, None, Some(0))),
        Sample::new("replay-middle", replay(&solitaire, ANN, None, Some(7))),
        Sample::new("replay-end", replay(&stuck, ANN, None, None)),
        Sample::new("replay-won", replay(&won, ANN, None, None)),
        Sample::new("replay-hidden-running", replay(&running, ANN, None, Some(12))),
        Sample::new("replay-hidden-seat", replay(&over, ANN, of_bob, Some(12))),
        Sample::new("replay-hidden-open", replay(&over, ANN, open_view, Some(12))),
        Sample::new("replay-hidden-end", replay(&over, CLEO, None, None)),
    ]
}

fn replay(story: &Story, person: &str, view: Option<ReplayView>, ply: Option<usize>) -> Markup {
    let viewpoint = story.viewpoint(person);
    let replay = Replay::new(&story.table, &viewpoint, view, ply).expect("a view that is open");
    ReplayPage { replay: &replay, name: "Ann", base: BASE }.page()
}
