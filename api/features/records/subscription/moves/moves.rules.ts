import { planLimits } from '../../../../contract/rules/plan-terms.ts';

const dayMs = 86_400_000;
/** The notice of a letter, and a day more for letters that are not sent at the first try. */
const leadMs = (planLimits.letterDays + 1) * dayMs;

/** A running period of a plan. */
export interface Period {
  start: string | null;
  end: string;
}

/** The first instant that a letter written now could name. */
export const firstMove = (now: Date): string => new Date(now.getTime() + leadMs).toISOString();

/**
 * The first renewal that is far enough ahead for a letter written now.
 * @returns its instant, ISO 8601
 */
export function moveDay(period: Period, now: Date): string {
  let { start, end } = period;
  while (end < firstMove(now)) [start, end] = [end, nextRenewal({ start, end })];
  return end;
}

/**
 * The renewal after a period, as the provider reckons it: on the same day of the next month, or on its last day. The
 * day is the later one of the period's two ends, since at most one of them lies in a short month.
 */
export function nextRenewal({ start, end }: Period): string {
  const last = new Date(end);
  const day = Math.max(last.getUTCDate(), start === null ? 1 : new Date(start).getUTCDate());
  const next = new Date(last);
  next.setUTCDate(1);
  next.setUTCMonth(last.getUTCMonth() + 1);
  const days = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  next.setUTCDate(Math.min(day, days));
  return next.toISOString();
}

/** Whether a letter sent at this instant leaves its reader enough days before the new price. */
export const isInTime = (sentAt: string | null, at: string): boolean =>
  sentAt !== null && Date.parse(sentAt) + planLimits.letterDays * dayMs <= Date.parse(at);

/** The provider may renew some hours earlier or later than was reckoned. */
const slackMs = 12 * 3_600_000;

/** Whether a move begins with the renewal that ends this period. */
export const beginsAt = (at: string, periodEnd: string): boolean =>
  Date.parse(at) <= Date.parse(periodEnd) + slackMs;

/** The state of a planned move, by the plan as it is at the provider. */
export function stateOf(
  move: { tier: string; version_id: string; at: string },
  plan: {
    hasEnded: boolean;
    /** The version of the running period. */
    version: { id: string; tier: string };
    /** The id of the version that the provider charges next; `null` if none is ours. */
    chargedId: string | null;
    periodStart: string;
  },
): { status: 'planned' | 'done' | 'dropped'; at_provider: number } {
  const at_provider = plan.chargedId === move.version_id ? 1 : 0;
  if (plan.version.id === move.version_id) return { status: 'done', at_provider };
  const isOver = plan.hasEnded || plan.version.tier !== move.tier;
  // The renewal has charged the old version, so another letter names another day.
  const isMissed = Date.parse(plan.periodStart) >= Date.parse(move.at) - slackMs;
  return { status: isOver || isMissed ? 'dropped' : 'planned', at_provider };
}
