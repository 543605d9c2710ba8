/** A channel on which any message makes every tab forget everything: a sign-out, or a deleted account. */
export const forgetName = 'hearthkeep-forget';
export const endingsName = 'hearthkeep-leaving';

/** The messages between tabs and the worker: a sign-out has begun or is over, or a 401 was received. */
export type Ending = 'begun' | 'over' | 'ended';
