import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { createCalendarLink, readCalendarLink, revokeCalendarLink } from './calendar.service.ts';

type CalendarCalls = 'readCalendarLink' | 'createCalendarLink' | 'revokeCalendarLink';

export function calendarRoutes(deps: Deps): Pick<Handlers, CalendarCalls> {
  return {
    readCalendarLink: ({ person }) => readCalendarLink(deps, person),
    createCalendarLink: ({ person }) => createCalendarLink(deps, person),
    revokeCalendarLink: ({ person }) => revokeCalendarLink(deps, person),
  };
}
