// Calling somebody who is asked or up: the title of the tab, a sound, a vibration, as they allow it.
import { effect, untracked } from "../html.js";
import { keptSignal } from "../table/kept.js";
import { past, view } from "../table/live.js";
import { myTurn } from "../table/people.js";
import { missed } from "../time/missed.js";
import { say } from "../words/index.js";
import { headline } from "./headline.js";

/** `{sound, vibrate}`: what this device may do. */
export const calls = keptSignal("calls", { sound: false, vibrate: true });

let audio = null;

/** Browsers let nothing sound before somebody has touched the page: so it is made ready then. */
function ready() {
  if (!calls.value.sound) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {});
}
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, ready);

function ring() {
  ready();
  for (const [at, tone] of [[0, 660], [0.16, 880]]) {
    const [voice, gain] = [audio.createOscillator(), audio.createGain()];
    voice.frequency.value = tone;
    gain.gain.setValueAtTime(0.15, audio.currentTime + at);
    gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.15);
    voice.connect(gain).connect(audio.destination);
    voice.start(audio.currentTime + at);
    voice.stop(audio.currentTime + at + 0.16);
  }
}

/** From now on: the title says what is waited for, or what moment of the past is looked at, and a turn of one's own calls. */
export function keepCalling() {
  effect(() => {
    if (!view.value) return;
    const [calls, text] = past.value ? [missed(), missed() ? say("time.missed") : past.value.says] : [myTurn.value, headline().text];
    document.title = calls ? `● ${text}` : `${text} · ${view.value.title}`;
  });
  let before = null; // whoever opens the page sees it anyway
  effect(() => {
    if (!view.value || past.value) return; // nobody is called by what has been
    const now = myTurn.value;
    if (before === false && now) untracked(call);
    before = now;
  });
}

function call() {
  if (calls.value.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([120, 60, 120]);
  if (calls.value.sound) ring();
}
