// @ts-check
// A move is a path of picks. Everything here is a pure function of the offers of the server and the picks so
// far.

/**
 * An action that is possible now, as the server offers it.
 * @typedef {object} Offer
 * @property {string} text The action, in the game's notation.
 * @property {(string | string[])[]} path The names to pick. A list is picked in any order.
 * @property {string} [key] The key that does it at once.
 * @property {boolean} [confirms] Whether the last step confirms what would be done at once otherwise: its
 *   key takes the steps before.
 * @property {boolean} [amends] Whether it takes the place of the player's last action.
 * @property {[id: string, x: number, y: number][]} [motions] What it is sure to move, and where to, if the
 *   path does not say so.
 */

/**
 * Returns the names that `picks` leave to be picked next on a path, or `null` if the picks are not on the
 * path.
 * @param {Offer["path"]} path
 * @param {string[]} picks
 * @returns {string[] | null}
 */
export function follow(path, picks) {
  let taken = 0;
  for (const step of path) {
    const names = new Set([step].flat());
    while (taken < picks.length && names.has(picks[taken])) names.delete(picks[taken++]);
    if (names.size) return taken === picks.length ? [...names] : null;
  }
  return taken === picks.length ? [] : null;
}

/**
 * Returns all names that `picks` leave on a path, the next ones first; `null` if they are not on it.
 * @param {Offer["path"]} path
 * @param {string[]} picks
 * @returns {string[] | null}
 */
export function rest(path, picks) {
  const next = follow(path, picks);
  const steps = path.map((step) => [...new Set([step].flat())]);
  let taken = picks.length;
  while (steps.length && steps[0].length <= taken) taken -= steps.shift()?.length ?? 0;
  return next && [...next, ...steps.slice(1).flat()];
}

/**
 * Tells whether any offer begins with these picks.
 * @param {Offer[]} offers
 * @param {string[]} picks
 */
export const fits = (offers, picks) => offers.some((offer) => follow(offer.path, picks));

/**
 * Returns the names that can be picked next: `all` for a new action, `on` for one that amends the last
 * action.
 * @param {Offer[]} offers
 * @param {string[]} picks
 */
export function lit(offers, picks) {
  const all = /** @type {Set<string>} */ (new Set());
  const on = /** @type {Set<string>} */ (new Set());
  for (const offer of offers) {
    for (const name of follow(offer.path, picks) ?? []) (offer.amends ? on : all).add(name);
  }
  return { all, on };
}

/**
 * Returns the picks without those of the last step that is picked, in whole or in part.
 * @param {Offer[]} offers
 * @param {string[]} picks
 * @returns {string[]}
 */
export function earlier(offers, picks) {
  const path = offers.find((offer) => follow(offer.path, picks))?.path ?? [];
  let taken = 0;
  for (const step of path) {
    const next = taken + [step].flat().length;
    if (next >= picks.length) break;
    taken = next;
  }
  return picks.slice(0, taken);
}

/**
 * Returns the names with which a path begins.
 * @param {Offer[]} offers
 * @returns {Set<string>}
 */
export const beginnings = (offers) => new Set(offers.flatMap((offer) => offer.path[0] ?? []));

/**
 * Returns what follows from picking a name: the new picks, and the offer that they complete. A name that is
 * picked already is put back; a name that does not go on with the picks starts over. Returns `null` if the
 * name cannot be picked.
 * @param {Offer[]} offers
 * @param {string[]} picks
 * @param {string} name
 * @returns {{ picks: string[], offer?: Offer } | null}
 */
export function picked(offers, picks, name) {
  if (picks.includes(name)) return { picks: picks.filter((other) => other !== name) };
  const next = [[...picks, name], [name]].find((list) => fits(offers, list));
  return next ? { picks: next, offer: offers.find((offer) => follow(offer.path, next)?.length === 0) } : null;
}

/**
 * Returns the one of several names that is meant: the first that goes on with the picks, else the first that
 * starts over.
 * @param {Offer[]} offers
 * @param {string[]} picks
 * @param {(string | undefined)[]} names
 * @returns {string | undefined}
 */
export function meant(offers, picks, names) {
  const given = /** @type {string[]} */ (names.filter(Boolean));
  const goesOn = given.find((name) => !picks.includes(name) && fits(offers, [...picks, name]));
  return goesOn ?? given.find((name) => picks.includes(name) || fits(offers, [name])) ?? given[0];
}

/**
 * Tells whether a drag from one name to another is a pick of both.
 * @param {Offer[]} offers
 * @param {string[]} picks
 * @param {string | undefined} from
 * @param {string | undefined} to
 */
export function drags(offers, picks, from, to) {
  if (!from || !to || from === to) return false;
  const { all, on } = lit(offers, picks);
  return (all.has(from) || on.has(from)) && fits(offers, [...picks, from, to]);
}

/**
 * Returns the names of things that can be dragged: to pick one is no action by itself, and what is picked
 * next is one other thing. Where swipes make moves, nothing is dragged.
 * @param {Offer[]} offers
 * @returns {Set<string>}
 */
export function draggable(offers) {
  if (takesSwipes(offers)) return new Set();
  const names = new Set(
    offers.flatMap(({ path: [first, next] }) =>
      typeof first === "string" && typeof next === "string" ? [first] : []
    )
  );
  for (const { path } of offers)
    if (path.length === 1) for (const name of [path[0]].flat()) names.delete(name);
  return names;
}

/**
 * Returns the offer that a key makes.
 * @param {Offer[]} offers
 * @param {string} key
 */
export const offerOf = (offers, key) => offers.find((offer) => offer.key === key);

/**
 * Tells whether the arrow keys make moves.
 * @param {Offer[]} offers
 */
export const takesArrows = (offers) => offers.some((offer) => offer.key?.includes("Arrow"));

/**
 * Tells whether swipes make moves: a swipe is an arrow key without Shift.
 * @param {Offer[]} offers
 */
export const takesSwipes = (offers) => offers.some((offer) => offer.key?.startsWith("Arrow"));
