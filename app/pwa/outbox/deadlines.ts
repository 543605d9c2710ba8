/** The deadline of one call that sends. */
export const deadlineMs = 20_000;
/** The deadline for a photo of a megabyte on a slow rural network. */
export const photoDeadlineMs = 90_000;
/** The time within which one send may begin photos; the next send continues with the rest. */
export const photosMs = 60_000;
export const longestSendingMs = photosMs + photoDeadlineMs + deadlineMs;
/** The time for which a drain sends one entry after the other before another waiting drainer has a turn. */
export const turnMs = 60_000;
