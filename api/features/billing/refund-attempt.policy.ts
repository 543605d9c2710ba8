/** A refund that came back is made once more by itself; after that each try is a person's. */
const ownTries = 2;

/** Whether nobody is to ask for a refund again that came back so often, and that people had asked for again. */
export const cameBackTooOften = (failed: number, tries: number): boolean => failed >= ownTries + tries;

/** The name under which a refund is asked for: the same for a repeat, another after it came back or a person asks. */
export const refundAttempt = (id: string, failed: number, tries: number): string =>
  [id, ...(failed ? [failed] : []), ...(tries ? [`person-${tries}`] : [])].join(':');
