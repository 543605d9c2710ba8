/** How long one call of a sending may take. */
export const deadlineMs = 20_000;
/** A photo of a megabyte on a network of the countryside. */
export const photoDeadlineMs = 90_000;
/** Within it one sending begins to send photos; the next goes on with those that are left. */
export const photosMs = 60_000;
export const longestSendingMs = photosMs + photoDeadlineMs + deadlineMs;
/** How long a drain takes up one entry after the other before whoever else waits for the outbox has a turn. */
export const turnMs = 60_000;
