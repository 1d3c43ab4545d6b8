// @ts-check
// The sounds of a table, made here: a soft knock for a move, two for the visitor's turn, three rising tones for a win and two
// falling ones for another end. It is loaded when a visitor who wants to hear something has something to hear.

/** @typedef {"move" | "turn" | "won" | "over"} What */

/**
 * A tone: its pitch in Hz, when it begins and how long it lasts in seconds, and how loud it is.
 * @typedef {[number, number, number, number]} Tone
 */

/** @type {Record<What, Tone[]>} */
export const SOUNDS = {
  move: [[340, 0, 0.1, 0.1]],
  turn: [
    [520, 0, 0.1, 0.12],
    [520, 0.13, 0.1, 0.12],
  ],
  won: [
    [392, 0, 0.35, 0.08],
    [494, 0.12, 0.35, 0.08],
    [587, 0.24, 0.7, 0.08],
  ],
  over: [
    [392, 0, 0.3, 0.07],
    [330, 0.16, 0.5, 0.07],
  ],
};

/** @type {AudioContext | null} */
let audio = null;

/**
 * Plays a sound.
 * @param {What} what
 */
export function play(what) {
  audio ??= new AudioContext();
  for (const [pitch, after, length, volume] of SOUNDS[what]) {
    const at = audio.currentTime + after;
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(volume, at + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length + 0.02);
  }
}
