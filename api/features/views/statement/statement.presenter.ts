import type { HoursLine, HoursNow } from '../../../contract/schemas/hours.ts';
import type { openGrants, selectPeriod } from '../../records/hours/hours.repository.ts';
import type { LineRow } from './statement.repository.ts';

/** Hours are stored as minutes and presented as decimals. */
const hours = (minutes: number): number => Math.round((minutes / 60) * 100) / 100;

export function presentHours(now: {
  period: Awaited<ReturnType<typeof selectPeriod>>;
  usedMinutes: number;
  overageMinutes: number;
  heldMinutes: number;
  grants: Awaited<ReturnType<typeof openGrants>>;
}): HoursNow {
  const { period } = now;
  return {
    period: period
      ? {
          start: period.period_start,
          end: period.period_end,
          grantedHours: hours(period.granted_minutes ?? 0),
          usedHours: hours(now.usedMinutes),
        }
      : null,
    grants: now.grants.map((grant) => ({
      id: grant.id,
      kind: grant.kind,
      ...planOf(grant.tier, grant.plan),
      grantedHours: hours(grant.minutes),
      remainingHours: hours(grant.remaining_minutes),
      periodStart: grant.period_start,
      periodEnd: grant.period_end,
      expiresAt: grant.expires_at,
    })),
    heldHours: hours(now.heldMinutes),
    overageHours: hours(now.overageMinutes),
  };
}

export function presentLine(row: LineRow): HoursLine {
  const { tier, plan, period_start, period_end, expires_at } = row;
  return {
    // An expiry beside an entry is named by that entry's id.
    id: row.kind === 'expiry' ? `${row.id}-expired` : row.id,
    kind: kindOf(row),
    at: row.at,
    hours: hours(row.minutes),
    balance: hours(row.balance),
    grant:
      tier !== null && period_start && period_end && expires_at
        ? { ...planOf(tier, plan), periodStart: period_start, periodEnd: period_end, expiresAt: expires_at }
        : null,
    booking: row.booking_id && row.service_name ? { id: row.booking_id, service: row.service_name } : null,
    ...(row.kind === 'grant' && row.reason && { reason: row.reason }),
    workedAt: row.kind === 'use' || row.kind === 'overage' ? row.happened_at : null,
  };
}

function kindOf({ kind, grant_kind, grant_id }: LineRow): HoursLine['kind'] {
  if (kind === 'grant') return grant_kind === 'upgrade' || grant_kind === 'given' ? grant_kind : 'granted';
  if (kind === 'expiry') return 'expired';
  // Used past the balance, or taken back from there.
  if (!grant_id) return 'overage';
  if (kind === 'frozen' || kind === 'refunded') return kind;
  return kind === 'use' ? 'used' : 'taken_back';
}

/** `null` for hours that the team gave. */
const planOf = (tier: string, plan: string | null) => ({ tier: tier || null, ...(plan && { plan }) });
