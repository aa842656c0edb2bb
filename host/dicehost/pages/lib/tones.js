/** The sounds themselves: wood and bells, made on the spot, no recordings. Fetched with the first touch. */

const LOUD = 0.16;

/**
 * Make the sounds of a page, each by its name; `volume()` is in per cent.
 *
 * @param {AudioContext} context
 * @param {() => number} volume
 */
export function makeTones(context, volume) {
  /**
   * A tone that dies away: a bell, or wood when it is short and low.
   *
   * @param {number} at
   * @param {number} pitch
   * @param {number} length
   * @param {number} loud
   * @param {OscillatorType} shape
   */
  function tone(at, pitch, length, loud = 1, shape = "sine") {
    const voice = new OscillatorNode(context, { type: shape, frequency: pitch });
    const level = new GainNode(context, { gain: 0 });
    level.gain.setValueAtTime(0, at);
    level.gain.linearRampToValueAtTime((LOUD * loud * volume()) / 100, at + 0.008);
    level.gain.exponentialRampToValueAtTime(0.0001, at + length);
    voice.connect(level).connect(context.destination);
    voice.start(at);
    voice.stop(at + length);
  }

  /**
   * A die on wood: a click of noise with a little body.
   *
   * @param {number} at
   * @param {number} pitch
   * @param {number} loud
   */
  function knock(at, pitch, loud = 1) {
    tone(at, pitch, 0.09, loud, "triangle");
    tone(at, pitch * 2.7, 0.03, loud / 2, "square");
  }

  // Seconds and pitches: up to the fifth, back, and up to the octave.
  const FANFARE = [
    [0, 392],
    [0.13, 523],
    [0.26, 659],
    [0.39, 784],
    [0.6, 659],
    [0.73, 784],
    [0.86, 1047],
  ];

  /** @type {Record<string, (at: number, ...facts: number[]) => void>} */
  const SOUNDS = {
    roll(at) {
      for (let n = 0; n < 9; n += 1) knock(at + n * 0.07, 150 + ((n * 67) % 120), 0.5 + (n % 3) / 5);
    },
    knock(at, later, hard) {
      knock(at + later, 165 + 60 * ((later * 7.3) % 1), hard);
    },
    chip(at, later) {
      tone(at + later, 2100 + 500 * ((later * 5.7) % 1), 0.11, 0.4);
    },
    flip(at) {
      tone(at, 700, 0.06, 0.4, "triangle");
      tone(at + 0.05, 1050, 0.08, 0.4, "triangle");
    },
    title(at) {
      tone(at, 392, 0.5, 0.6, "triangle");
      tone(at + 0.1, 587, 0.7, 0.6, "triangle");
    },
    good(at) {
      for (const [n, pitch] of [523, 659, 784, 1047].entries()) tone(at + 0.07 * n, pitch, 0.35, 0.7, "triangle");
    },
    bad(at) {
      for (const [n, pitch] of [330, 277, 220].entries()) tone(at + 0.13 * n, pitch, 0.3, 0.4, "sawtooth");
    },
    grand(at) {
      for (const [n, pitch] of [392, 523, 659, 784, 1047, 1319].entries())
        tone(at + 0.09 * n, pitch, 0.6, 0.6, "triangle");
    },
    turn(at) {
      tone(at, 523, 0.5, 0.7);
      tone(at + 0.12, 659, 0.6, 0.7);
    },
    time(at) {
      for (const n of [0, 0.5, 1]) tone(at + n, 880, 0.18, 0.8);
    },
    refusal(at) {
      tone(at, 220, 0.25, 0.9, "triangle");
      tone(at + 0.14, 165, 0.35, 0.9, "triangle");
    },
    win(at) {
      for (const [n, pitch] of [523, 659, 784, 1047].entries()) tone(at + 0.14 * n, pitch, 0.9, 0.8);
    },
    fanfare(at) {
      for (const [n, pitch] of FANFARE) {
        tone(at + n, pitch, 0.5, 0.35, "sawtooth");
        tone(at + n, pitch / 2, 0.6, 0.6, "triangle");
      }
    },
    award(at) {
      for (const [n, pitch] of [784, 1175].entries()) tone(at + 0.07 * n, pitch, 0.4, 0.45);
    },
  };
  return SOUNDS;
}
