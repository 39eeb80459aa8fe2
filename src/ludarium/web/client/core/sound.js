/** Sounds, synthesised: a few short tones for what happens on the board. */

import { afterPaint } from "./dom.js";

/**
 * A tone: its wave, its pitch at the beginning and at the end (Hz), its start and length (s), its volume.
 * @typedef {[wave: OscillatorType, from: number, to: number, start: number, lasts: number, loud: number]} Tone
 */

/** @type {Record<string, Tone[]>} */
const SOUNDS = {
  place: [["sine", 330, 210, 0, 0.09, 0.5], ["triangle", 660, 420, 0, 0.05, 0.2]],
  turn: [["triangle", 420, 640, 0, 0.09, 0.3], ["triangle", 520, 760, 0.05, 0.09, 0.2]],
  jump: [["sine", 260, 520, 0, 0.11, 0.35]],
  slide: [["triangle", 150, 180, 0, 0.06, 0.25]],
  vanish: [["sine", 700, 1250, 0, 0.12, 0.25], ["sine", 1050, 1700, 0.04, 0.12, 0.15]],
  click: [["triangle", 900, 700, 0, 0.03, 0.15]],
  refuse: [["triangle", 190, 150, 0, 0.12, 0.35], ["triangle", 170, 130, 0.13, 0.14, 0.35]],
  win: [
    ["triangle", 523, 523, 0, 0.16, 0.35],
    ["triangle", 659, 659, 0.13, 0.16, 0.35],
    ["triangle", 784, 784, 0.26, 0.16, 0.35],
    ["triangle", 1047, 1047, 0.39, 0.42, 0.4],
  ],
  lose: [["sine", 440, 430, 0, 0.2, 0.35], ["sine", 370, 360, 0.18, 0.2, 0.35], ["sine", 294, 280, 0.36, 0.5, 0.4]],
};

const GAP = 0.045; // seconds between two sounds of the same name: at once they would only be louder
const LOUDNESS = 0.35;

/** @type {AudioContext | null} */
let context = null;
let muted = false;
/** @type {Map<string, number>} */
const lastPlayed = new Map();

/** @param {boolean} silent */
export function setMuted(silent) {
  muted = silent;
}

export function isMuted() {
  return muted;
}

// Opening the audio output takes 50 ms and more, which a film would lose: it is opened beside the first touch or key
for (const event of ["pointerup", "keyup"])
  addEventListener(event, () => muted || window.requestIdleCallback?.(() => (context ??= new AudioContext())), { once: true });

/**
 * Play a sound after the next frame is painted: opening the audio output takes longer than showing a move.
 * @param {string} name
 */
export function play(name) {
  if (!muted) afterPaint(() => playNow(name));
}

/** Browsers allow no sound before the user has touched the page; it is left out then. @param {string} name */
function playNow(name) {
  const tones = SOUNDS[name];
  if (muted || !tones || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
  const now = context.currentTime;
  if (now - (lastPlayed.get(name) ?? -1) < GAP) return;
  lastPlayed.set(name, now);
  for (const tone of tones) playTone(context, now, tone);
}

/** @param {AudioContext} audio @param {number} now @param {Tone} tone */
function playTone(audio, now, [wave, from, to, start, lasts, loud]) {
  const voice = new OscillatorNode(audio, { type: wave, frequency: from });
  const strength = new GainNode(audio, { gain: 0 });
  const begin = now + start;
  voice.frequency.exponentialRampToValueAtTime(to, begin + lasts);
  strength.gain.setValueAtTime(0, begin);
  strength.gain.linearRampToValueAtTime(loud * LOUDNESS, begin + 0.008);
  strength.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
  voice.connect(strength).connect(audio.destination);
  voice.start(begin);
  voice.stop(begin + lasts + 0.02);
}
