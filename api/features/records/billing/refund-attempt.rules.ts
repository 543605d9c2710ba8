/** A failed refund is retried once automatically; each further try needs a person. */
const ownTries = 2;

/** Whether a refund has failed too often to be retried, given the retries that people asked for. */
export const cameBackTooOften = (failed: number, tries: number): boolean => failed >= ownTries + tries;

/** The name of a refund's attempt: the same for a repeat, a new one after a failure or a person's retry. */
export const refundAttempt = (id: string, failed: number, tries: number): string =>
  [id, ...(failed ? [failed] : []), ...(tries ? [`person-${tries}`] : [])].join(':');
