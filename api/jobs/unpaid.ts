import type { Deps } from '../deps.ts';
import { letUnpaidGo } from '../features/records/bookings/unpaid/unpaid.service.ts';

/** Cancels bookings whose plan nobody has paid. */
export const unpaid = (deps: Deps, stopping: AbortSignal): Promise<void> => letUnpaidGo(deps, stopping);
