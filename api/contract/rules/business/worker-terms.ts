// Kept apart from the schemas because forms use these values without loading a validator.

/** The colours of the palette by which a worker is known in the schedule. */
export const workerColours = ['pine', 'terra', 'amber', 'sky', 'leaf', 'plum', 'slate', 'rose'] as const;
export type WorkerColour = (typeof workerColours)[number];

/** The limits of a worker's record; lengths in characters, pace in percent of a service's estimate. */
export const workerLimits = {
  workers: 1000,
  name: 80,
  pace: { min: 25, max: 400, usual: 100 },
  skills: 300,
  postcodes: 1000,
  /** Rows of weekly hours: a week with breaks, and weeks to come that differ. */
  hours: 100,
  /** Single days with hours of their own. */
  days: 400,
  licences: 30,
  /** Times of leave that have not ended. */
  leave: 200,
  note: 200,
  /** People whom one visit may need. */
  atOnce: 10,
} as const;

/** What a service may need of its times, in minutes: the arrival window, and the time kept free after the work. */
export const timeLimits = {
  window: { min: 15, max: 240, step: 15 },
  buffer: { min: 0, max: 240, step: 15 },
} as const;
