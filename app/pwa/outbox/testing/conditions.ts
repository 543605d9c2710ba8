/** The probability (0 to 1) of each fault of the device, its network and the server. */
export interface Weather {
  /** A process is killed at an `await`. */
  kill: number;
  /** A request is lost. */
  loseRequest: number;
  /** The server has acted, and its answer is lost. */
  loseAnswer: number;
  /** The server answers 429. */
  busy: number;
  /** A 503 is answered, and the server has not acted. */
  unwell: number;
  /** A 502 is answered, although the server has acted. */
  unwellAfter: number;
  /** The storage fails at a step, or reports a failure although the step was done. */
  storage: number;
}
export const calm: Weather = {
  kill: 0,
  loseRequest: 0,
  loseAnswer: 0,
  busy: 0,
  unwell: 0,
  unwellAfter: 0,
  storage: 0,
};

/** The present conditions for all processes of a device. */
export interface Conditions {
  weather: Weather;
  network: 'up' | 'down' | 'silent' | 'portal';
  /** The person whose cookie the browser has. */
  session: string | null;
}
