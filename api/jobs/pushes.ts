import type { Deps } from '../deps.ts';
import { deliverPushes } from '../features/delivery/push-delivery.service.ts';

/** Sends members' browsers what they wish to be told of. */
export const pushes = (deps: Deps, stopping: AbortSignal): Promise<void> => deliverPushes(deps, stopping);
