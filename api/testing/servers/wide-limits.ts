import type { LimitRates } from '../../http/limits/limits.ts';

/** Limits that no test reaches, for tests that are not about limits. */
export const wide: LimitRates = {
  signInPerAddress: 100_000,
  writesPerAddress: 100_000,
  writesPerPerson: 100_000,
  requestsWaitingPerSession: 100_000,
  requestsWaitingPerAddress: 100_000,
  writesAtOncePerPerson: 2,
  writesWaitingPerPerson: 100_000,
  writeWaitSeconds: 600,
  costlyReadsAtOncePerPerson: 3,
  rightsSeconds: 1,
  refusedPerAddress: 1_000_000,
  feedsPerAddress: 100_000,
  feedsPerCalendar: 100_000,
  socketsPerAddress: 100_000,
  joinsPerPerson: 100_000,
  readsPerPerson: 1_000_000,
  readsPerAddress: 1_000_000,
  heavyPerPerson: 1_000_000,
  providerPerPerson: 100_000,
  cardTriesPerPerson: 100_000,
  chatMessagesPerPerson: 100_000,
  typingPerPerson: 100_000,
  uploadsPerPerson: 100_000,
  photoSecondsPerPerson: 100_000,
  storedBytesPerPerson: 2_000_000_000,
  photoBytesPerPerson: 2_000_000_000,
  uploadsAtOncePerPerson: 100_000,
  uploadsAtOnce: 100_000,
  uploadSeconds: 180,
  bodySeconds: 60,
  bodyBytes: 2 ** 30,
};

/** The opening hours of a business that visits at any time, as columns of its row. */
export const alwaysOpen = {
  week: JSON.stringify(Array.from({ length: 7 }, () => ({ from: 0, until: 24 * 60 }))),
};
