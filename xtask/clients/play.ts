// Plays a game of each kind by the types that openapi-typescript has made of the document of the API: node play.js http://127.0.0.1:8080

import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

declare const process: { argv: string[] };

type State = components["schemas"]["GameState"];
type Order = components["schemas"]["NewGame"];

const api = createClient<paths>({ baseUrl: process.argv[2]! });
const rest = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** What was answered; an error ends the program. */
function answered<T>(answer: { data?: T; error?: unknown; response: Response }): T {
    if (answer.data === undefined) throw new Error(`${answer.response.status}: ${JSON.stringify(answer.error)}`);
    return answer.data;
}

const { token } = answered(await api.POST("/api/v1/visitors"));
const headers = { Authorization: `Bearer ${token}` };

const make = async (body: Order) => answered(await api.POST("/api/v1/games", { headers, body }));

async function show(id: string): Promise<State> {
    return answered(await api.GET("/api/v1/games/{id}", { headers, params: { path: { id } } }));
}

async function act(id: string, text: string, version: number): Promise<State> {
    const body = { kind: "act", text, version } as const;
    return answered(await api.POST("/api/v1/games/{id}/events", { headers, params: { path: { id } }, body }));
}

/** Asks the solver, and plays what it says. */
async function solve(state: State): Promise<State> {
    const params = { path: { id: state.id } };
    let hint = answered(await api.POST("/api/v1/games/{id}/hint", { headers, params, body: { strength: "solution" } }));
    while (hint.state !== "found") {
        await rest(50);
        hint = answered(await api.GET("/api/v1/games/{id}/hint", { headers, params }));
    }
    for (const action of hint.actions) state = await act(state.id, action, state.version);
    return state;
}

/** Takes legal actions until the game is over. */
async function play(state: State): Promise<State> {
    for (let move = 0; state.turn !== "over"; state = await show(state.id)) {
        const action = state.yours ? state.legal[(move++ * 7) % state.legal.length] : undefined;
        await (action === undefined ? rest(20) : act(state.id, action, state.version));
    }
    return state;
}

function over(what: string, state: State) {
    if (state.turn !== "over" || !state.outcome) throw new Error(`${what} is not over`);
    console.log(`${what}: ${state.outcome.reason}`);
}

const puzzle = await solve(await make({ game: "baju-puzzle", seed: "1" }));
over("A puzzle by its solver", puzzle);
if (puzzle.outcome?.winners[0] !== 0) throw new Error("the puzzle is not solved");

const duel = await play(await make({ game: "baju-duel", seed: "1", programs: ["1"], options: { board: "twin-loops" } }));
over("A duel against a program", duel);

const cards = await play(
    await make({ game: "bulbous", seed: "1", programs: ["random"], options: { "max-rounds": 8 }, wish: { seats: 2 }, sit: 1 }),
);
over("Cards that are hidden", cards);
if (cards.game === "bulbous") console.log(`What is seen in the end: ${Object.keys(cards.view).join(", ")}`);
