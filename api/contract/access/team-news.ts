import type { Permission } from './permissions.ts';

/** The kinds of news that members of the team are told of, in the order of the form. */
export const teamNewsKinds = [
  'request',
  'booking',
  'late_cancellation',
  'chat_waiting',
  'dispute',
  'failed_job',
  'leave',
  'leave_answer',
] as const;
export type TeamNewsKind = (typeof teamNewsKinds)[number];

/** The permissions that show what a kind of news is about; one of them is enough. */
export const teamNewsNeeds: Record<TeamNewsKind, readonly Permission[]> = {
  request: ['bookings.read'],
  booking: ['bookings.read'],
  late_cancellation: ['bookings.read'],
  chat_waiting: ['support.answer'],
  dispute: ['money.read'],
  failed_job: ['money.read', 'business.change'],
  leave: ['business.change'],
  leave_answer: ['work.own'],
};

/** The kinds of news that a person with these permissions may be told of. Who decides leave needs no answer about it. */
export const teamNewsOf = (permissions: ReadonlySet<Permission>): TeamNewsKind[] =>
  teamNewsKinds.filter(
    (kind) =>
      teamNewsNeeds[kind].some((one) => permissions.has(one)) &&
      !(kind === 'leave_answer' && permissions.has('business.change')),
  );
