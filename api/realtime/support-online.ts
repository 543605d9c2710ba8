/** A person who reloads a page is back within this time, so support does not appear to leave. */
const goneMs = 1_000;

/** Whether anybody of the team is present at all, as people are told. */
export interface SupportOnline {
  /** Whether people were told that support is there. */
  isTold(): boolean;
  /** Must be called after each change: support that has come is told at once, support that has gone a little later. */
  changed(): void;
  close(): void;
}

/** @param tell called when `isTold` has changed */
export function createSupportOnline(isThere: () => boolean, tell: () => void): SupportOnline {
  let isTold = false;
  let gone: NodeJS.Timeout | undefined;

  function follow(): void {
    gone = undefined;
    if (isThere() === isTold) return;
    isTold = isThere();
    tell();
  }

  return {
    isTold: () => isTold,
    changed() {
      if (isThere()) {
        clearTimeout(gone);
        follow();
      } else if (isTold) gone ??= setTimeout(follow, goneMs).unref();
    },
    close: () => clearTimeout(gone),
  };
}
