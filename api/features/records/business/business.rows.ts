import type { BusinessFacts } from '../../../core/business.ts';
import type { Env } from '../../../core/env.ts';
import type { BusinessRow } from './business.repository.ts';

/** The hours that the booking form has always offered. */
const usualHours = { from: 8 * 60, until: 20 * 60 };

/** The first row: the environment's values, and every day open, everywhere. */
export const firstRow = (env: Env, now: string): BusinessRow => ({
  id: 'business',
  version: 1,
  name: env.BUSINESS_NAME,
  phone: env.SUPPORT_PHONE,
  email: env.SUPPORT_EMAIL,
  address: '',
  time_zone: env.BUSINESS_TIME_ZONE,
  currency: env.CURRENCY,
  terms: '',
  privacy: '',
  cancellation: '',
  week: JSON.stringify(Array.from({ length: 7 }, () => usualHours)),
  closed_days: '[]',
  postcodes: '[]',
  slots: 'off',
  workers_shown: 'off',
  created_at: now,
  updated_at: now,
});

/** The facts of a row. */
export const factsOf = (row: BusinessRow): BusinessFacts => ({
  version: row.version,
  name: row.name,
  phone: row.phone,
  email: row.email,
  address: row.address,
  timeZone: row.time_zone,
  currency: row.currency,
  policies: { terms: row.terms, privacy: row.privacy, cancellation: row.cancellation },
  opening: {
    week: JSON.parse(row.week),
    closedDays: JSON.parse(row.closed_days),
    postcodes: JSON.parse(row.postcodes),
  },
  slots: row.slots,
  workersShown: row.workers_shown,
});
