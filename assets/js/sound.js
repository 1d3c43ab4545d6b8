// @ts-check
// The sounds of a table: those of what is moved, and of the visitor's turn, a player who joins, a win and
// another end. They lie one after another in one file, which `crates/bench/examples/sounds.rs` makes. It is
// loaded when there is something to hear.

/** The sounds in the order of the file, and how many slots each takes. */
const SOUNDS = /** @type {const} */ ([
  ["wood", 1],
  ["slide", 1],
  ["coin", 1],
  ["card", 1],
  ["bulb", 1],
  ["button", 1],
  ["bamboo", 1],
  ["turn", 1],
  ["arrival", 1],
  ["over", 1],
  ["won", 2]
]);

/** @typedef {(typeof SOUNDS)[number][0]} What */

/** Samples in a slot, samples a second, and how long the head of the file is in bytes. */
const [SLOT, RATE, HEAD] = [4851, 22050, 44];
/** How loud the sounds are. */
const VOLUME = 0.4;

/** @type {AudioContext | null} */
let audio = null;
/** @type {Promise<Uint8Array> | null} */
let file = null;

// A page that still sounds as the next one comes makes Chromium look for that one's icon where there is none.
addEventListener("pagehide", () => {
  audio?.close();
  audio = null;
});

/**
 * Returns a sample of the file as a number from -1 to 1: a sign, an exponent and four bits, all inverted
 * (µ-law).
 * @param {number} byte
 */
function sample(byte) {
  const bits = ~byte & 255;
  const size = ((((bits & 15) << 3) + 132) << ((bits >> 4) & 7)) - 132;
  return (bits & 128 ? -size : size) / 32768;
}

/** Loads the file; after a failure it is tried again with the next sound. */
async function load() {
  try {
    const answer = await fetch(new URL("./sounds.wav", import.meta.url));
    if (!answer.ok) throw new Error(`${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  } catch (error) {
    file = null;
    throw error;
  }
}

/**
 * Plays a sound, each time a little different, as no two moves sound alike.
 * @param {What} what
 */
export async function play(what) {
  file ??= load();
  const bytes = await file.catch(() => null);
  const n = SOUNDS.findIndex(([name]) => name === what);
  if (!bytes || n < 0) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") await audio.resume().catch(() => {});
  if (audio?.state !== "running") return;
  const from = HEAD + SLOT * SOUNDS.slice(0, n).reduce((slots, [, more]) => slots + more, 0);
  const samples = bytes.subarray(from, from + SLOT * SOUNDS[n][1]);
  const buffer = audio.createBuffer(1, samples.length, RATE);
  buffer.getChannelData(0).set(Float32Array.from(samples, sample));
  const [source, gain] = [audio.createBufferSource(), audio.createGain()];
  source.buffer = buffer;
  // A tune keeps its pitch.
  const varies = n < SOUNDS.findIndex(([name]) => name === "turn");
  source.playbackRate.value = varies ? 0.96 + 0.08 * Math.random() : 1;
  gain.gain.value = varies ? VOLUME * (0.85 + 0.15 * Math.random()) : VOLUME;
  source.connect(gain).connect(audio.destination);
  source.start();
}
