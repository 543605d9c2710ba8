import type { Deps } from '../deps.ts';
import { noteWaits } from '../features/records/chat/waits.service.ts';

/** Tells the team of customers who wait in the live chat. */
export const waitingChats = (deps: Deps): Promise<void> => noteWaits(deps);
