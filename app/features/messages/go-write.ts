/** The id of a booking's message box. */
export const composerId = (bookingId: string): string => `compose-${bookingId}`;
/** The id of the end of its thread. */
export const threadEndId = (bookingId: string): string => `thread-end-${bookingId}`;

/** Scrolls the newest message into view, once it is in its thread. */
export function showEnd(bookingId: string): void {
  requestAnimationFrame(() =>
    document.getElementById(threadEndId(bookingId))?.scrollIntoView({ block: 'nearest' }),
  );
}

/** Moves the person to the newest message and into the box. */
export function goWrite(bookingId: string): void {
  document.getElementById(composerId(bookingId))?.focus({ preventScroll: true });
  document.getElementById(threadEndId(bookingId))?.scrollIntoView({ block: 'nearest' });
}
