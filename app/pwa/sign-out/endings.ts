/** What is said on it has every tab forget everything, whatever is said: a sign-out, or that the account is deleted. */
export const forgetName = 'hearthkeep-forget';
export const endingsName = 'hearthkeep-leaving';

/** What tabs and the worker say to each other: that a sign-out has begun or is over, or that a 401 was met. */
export type Ending = 'begun' | 'over' | 'ended';
