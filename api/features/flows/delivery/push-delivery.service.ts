import type { PushPayload } from '../../../contract/rules/push-payload.ts';
import type { Deps } from '../../../deps.ts';
import { PushGone, PushRefused, type PushTarget, PushUnavailable } from '../../../providers/push/push.ts';
import type { NoticeRow } from '../../records/notices/notices.repository.ts';
import { isForCustomer, isForTeam, isPushed, repeats } from '../../records/notices/notices.service.ts';
import { againAt, isStale, staleMs } from '../../records/notices/patience.ts';
import {
  claimDelivery,
  type DeliveryRow,
  findNoticeOf,
  hasLaterPush,
  postponeDeliveries,
  selectDueDeliveries,
  updateDelivery,
} from '../../records/notices/pushes/pushes.repository.ts';
import { findTarget, forgetSubscription } from '../../records/push/push.service.ts';
import { topicOf } from './flash.ts';
import { dueBefore, type News, readNews } from './news.service.ts';
import { readTeamPush, type TeamNotice } from './team-delivery.service.ts';

/** The time of a claim, longer than the wait for a push service: a process that has not reported by then has died. */
const claimMs = 60_000;
const batch = 100;
/** Push services are contacted in parallel. */
const atOnce = 8;

type Doing = Pick<Deps, 'db' | 'clock' | 'env' | 'texts' | 'log' | 'push'>;

interface Round extends Doing {
  /** The hosts that have not answered in this round. */
  silent: Set<string>;
}

/**
 * Sends the due push messages. As with letters, each delivery is claimed, so that one process sends it. If the
 * process dies, it is sent again under the same id, and a browser shows an id once. The content, and whether to send
 * at all, is decided now.
 */
export async function deliverPushes(deps: Doing, stopping: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  const due = await selectDueDeliveries(db, clock.now().toISOString(), batch);
  const browsers = Object.values(Object.groupBy(due, (delivery) => delivery.subscription_id));
  const round: Round = { ...deps, silent: new Set() };
  const work = async () => {
    for (let next = browsers.shift(); next; next = browsers.shift()) await deliverTo(round, next, stopping);
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, browsers.length) }, work));
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Sent in order, because the last one stays on the screen. After a failed one, the later ones wait with it. */
async function deliverTo(round: Round, deliveries: DeliveryRow[] = [], stopping: AbortSignal): Promise<void> {
  for (const delivery of deliveries) {
    if (stopping.aborted) return;
    const now = round.clock.now();
    const until = new Date(now.getTime() + claimMs).toISOString();
    if (!(await claimDelivery(round.db, delivery, { now: now.toISOString(), until }))) continue;
    if (!(await attempt(round, delivery))) return;
  }
}

/** @returns `false` if the later ones to the same browser must wait for it */
async function attempt(round: Round, delivery: DeliveryRow): Promise<boolean> {
  const { db, clock, log } = round;
  const facts = { notice: delivery.notice_id, attempts: delivery.attempts + 1 };
  try {
    const settled = await deliver(round, delivery);
    await updateDelivery(db, delivery, settled);
    // One without an attempt waits alone.
    return settled.due_at === null || settled.attempts === 0;
  } catch (err) {
    const isOver = err instanceof PushGone || err instanceof PushRefused;
    const retryAfterMs = err instanceof PushUnavailable ? err.retryAfterMs : 0;
    const again = againAt(clock.now(), delivery.attempts, retryAfterMs);
    if (err instanceof PushGone) await forgetSubscription(db, delivery.subscription_id);
    await updateDelivery(db, delivery, { due_at: isOver ? null : again });
    if (!isOver) await postponeDeliveries(db, delivery.subscription_id, again);
    if (err instanceof PushGone) log.info(facts, 'a push subscription has ended');
    else
      log.warn(
        { err, ...facts },
        isOver ? 'a notice was refused by a push service' : 'a notice could not be pushed',
      );
    return isOver;
  }
}

type Settled = Parameters<typeof updateDelivery>[2];
type Sendable = Pick<News, 'flash' | 'until'>;

const nothingToTell = { due_at: null };

/** @returns the outcome of the delivery: sent, nothing to tell, no browser, or another must go first */
async function deliver(round: Round, delivery: DeliveryRow): Promise<Settled> {
  const { db, clock } = round;
  const notice = await findNoticeOf(db, delivery);
  if (!notice || isStale(notice.created_at, clock.now())) return nothingToTell;
  const target = await findTarget(round, delivery.subscription_id, notice.user_id);
  if (!target) return nothingToTell;
  if (isForTeam(notice)) return deliverToTeam(round, delivery, target, notice);
  if (!isForCustomer(notice) || !(await isPushed(db, notice.user_id, notice.kind))) return nothingToTell;
  const earlier = await dueBefore(round, notice, delivery.subscription_id);
  if (earlier) return { due_at: earlier };
  const news = await readNews(round, notice);
  if (!news || news.isOvertaken) return nothingToTell;
  if (repeats(notice.kind) && (await hasLaterPush(db, delivery, notice))) return nothingToTell;
  await sendUnlessSilent(round, target, notice, news);
  return { due_at: null, sent_at: clock.now().toISOString() };
}

/** The same for a member of the team: all news of a kind is one message. */
async function deliverToTeam(
  round: Round,
  delivery: DeliveryRow,
  target: PushTarget,
  notice: TeamNotice,
): Promise<Settled> {
  const push = await readTeamPush(round, delivery, notice);
  if (push.kind === 'nothing') return nothingToTell;
  // One that waits for the morning was not tried: it holds up nothing else to the same browser.
  if (push.kind === 'later') return { due_at: push.dueAt, attempts: 0 };
  await sendUnlessSilent(round, target, notice, { flash: push.flash, until: null });
  const sentAt = round.clock.now().toISOString();
  await push.settle(sentAt);
  return { due_at: null, sent_at: sentAt };
}

/** A service that did not answer is not tried again in a round, because the wait would delay messages to others. */
async function sendUnlessSilent(
  round: Round,
  to: PushTarget,
  notice: NoticeRow,
  news: Sendable,
): Promise<void> {
  const { host } = new URL(to.endpoint);
  if (round.silent.has(host)) throw new PushUnavailable('the push service did not answer a moment ago');
  try {
    await send(round, to, notice, news);
  } catch (err) {
    if (err instanceof PushUnavailable && err.isSilent) round.silent.add(host);
    throw err;
  }
}

async function send(
  { push, clock }: Doing,
  to: PushTarget,
  notice: NoticeRow,
  news: Sendable,
): Promise<void> {
  const payload: PushPayload = { version: 1, id: notice.id, person: notice.user_id, ...news.flash };
  await push.send({
    to,
    payload: JSON.stringify(payload),
    ttlSeconds: secondsLeft(notice, news, clock.now()),
    urgency: repeats(notice.kind) || isForTeam(notice) ? 'high' : 'normal',
    topic: topicOf(notice.user_id, news.flash),
  });
}

/** The seconds for which the news stays useful. */
function secondsLeft({ created_at }: NoticeRow, { until }: Sendable, now: Date): number {
  const stale = Date.parse(created_at) + staleMs;
  const end = until ? Math.min(stale, Date.parse(until)) : stale;
  return Math.max(0, Math.floor((end - now.getTime()) / 1000));
}
