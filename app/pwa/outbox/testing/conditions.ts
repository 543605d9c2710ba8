/** What is wrong with the device and its network, as shares of 1. */
export interface Weather {
  /** That a process is killed at one `await`. */
  kill: number;
  /** That a request, and that an answer, is lost. */
  loseRequest: number;
  loseAnswer: number;
  /** That the server is busy, is not well before it has done anything, and after. */
  busy: number;
  unwell: number;
  unwellAfter: number;
  /** That the storage fails a step, or has done it and says that it failed. */
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

/** The present state of what all processes of a device share. */
export interface Conditions {
  weather: Weather;
  network: 'up' | 'down' | 'silent' | 'portal';
  /** The person whose cookie the browser has. */
  session: string | null;
}
