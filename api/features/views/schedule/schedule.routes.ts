import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { readLiveWork } from './live.service.ts';
import { moveBooking, readSchedule } from './schedule.service.ts';

export function scheduleRoutes(deps: Deps): Pick<Handlers, 'readSchedule' | 'moveBooking' | 'readLiveWork'> {
  return {
    readSchedule: ({ query }) => readSchedule(deps, query),
    moveBooking: ({ person, params, body }) => moveBooking(deps, person, params.id, body),
    readLiveWork: () => readLiveWork(deps),
  };
}
