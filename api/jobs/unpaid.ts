import type { Deps } from '../deps.ts';
import { letUnpaidGo } from '../features/bookings/unpaid.service.ts';

/** Lets go what was booked with a plan that nobody has paid. */
export const unpaid = (deps: Deps, stopping: AbortSignal): Promise<void> => letUnpaidGo(deps, stopping);
