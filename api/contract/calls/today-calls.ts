import { paths } from '../paths/paths.ts';
import { Today } from '../schemas/schedule.ts';
import { call } from './call.ts';

/** The call of the team's first page. */
export const todayCalls = {
  readToday: call({
    ...paths.readToday,
    cost: 'heavy',
    summary: "What the team's day asks for: late work, people who wait, bookings to confirm",
    answer: Today,
  }),
} as const;
