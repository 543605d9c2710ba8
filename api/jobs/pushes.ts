import type { Deps } from '../deps.ts';
import { deliverPushes } from '../features/flows/delivery/push-delivery.service.ts';

/** Sends the due push messages. */
export const pushes = (deps: Deps, stopping: AbortSignal): Promise<void> => deliverPushes(deps, stopping);
