let sealed = false;

/**
 * From a sign-out on this page keeps nothing any more, neither in plain storage nor in its databases: what was under
 * way, such as a photo that is made smaller, must not bring back what is forgotten. A page never comes out of it.
 */
export function sealDevice(): void {
  sealed = true;
}

export const isSealed = (): boolean => sealed;

/** To be asked last before something is written, with nothing to wait for in between. @throws after a sign-out */
export function checkUnsealed(): void {
  if (sealed) throw new Error('Nothing is kept any more');
}
