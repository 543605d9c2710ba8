import type { DayHours, RosterWorker } from './roster.rules.ts';

type Texts = Record<'skills' | 'postcodes' | 'hours' | 'days' | 'leave', string | null>;

/** A worker of the query for the roster, whose parts are texts: a line for each row, its columns apart by tabs. */
export interface RosterRow extends Texts {
  id: string;
  name: string;
  active: number;
  pace: number;
  postcode: string;
}

const rowsIn = (text: string | null): string[][] =>
  text === null ? [] : text.split('\n').map((line) => line.split('\t'));

export const workerOf = ({ id, name, active, pace, postcode, ...parts }: RosterRow): RosterWorker => ({
  ...{ id, name, isActive: active === 1, pace, postcode },
  postcodes: parts.postcodes?.split('\n') ?? [],
  skills: rowsIn(parts.skills).map(([categoryId, serviceId, pace, licence, expiresOn]) => ({
    ...{ categoryId: categoryId || null, serviceId: serviceId || null, pace: pace ? Number(pace) : null },
    licence: licence ? { expiresOn: expiresOn || null } : null,
  })),
  hours: rowsIn(parts.hours).map(([weekday, fromMinute, untilMinute, startsOn, endsOn]) => ({
    ...{ weekday: Number(weekday), from: Number(fromMinute), until: Number(untilMinute) },
    ...{ startsOn: startsOn || null, endsOn: endsOn || null },
  })),
  days: new Map(rowsIn(parts.days).map(([day = '', hours = '']) => [day, JSON.parse(hours) as DayHours[]])),
  leave: rowsIn(parts.leave)
    .map(([startsAt = '', endsAt = '']) => ({ startsAt, endsAt }))
    .sort((one, other) => (one.startsAt < other.startsAt ? -1 : 1)),
});
