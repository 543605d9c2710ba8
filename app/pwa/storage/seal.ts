let sealed = false;

/**
 * Stops all storing by this page after a sign-out, in plain storage and in its databases: work under way, such as
 * making a photo smaller, must not bring back forgotten data. The page stays sealed for ever.
 */
export function sealDevice(): void {
  sealed = true;
}

export const isSealed = (): boolean => sealed;

/** Must be the last check before a write, with no waiting in between. @throws after a sign-out */
export function checkUnsealed(): void {
  if (sealed) throw new Error('The storage is sealed, because a sign-out is under way');
}
