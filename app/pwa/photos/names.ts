/**
 * The photos' databases, by name: a sign-out clears them without loading their code, which an old tab may not get.
 */
export const seenName = 'hearthkeep-photos';
export const sharedName = 'hearthkeep-shared';
