import * as z from 'zod';
import type { Store } from '../core/store.ts';
import { drawsFrom } from './draws.ts';

const count = z.int().min(0).max(1_000_000);
const milliseconds = z.int().min(0).max(600_000);

const chance = z._default(z.number().min(0).max(1), 0);

/**
 * Random faults, each with a chance from 0 to 1, for a campaign. They are drawn from the seed, separately for
 * webhooks and for answers, so that the same calls meet the same faults.
 */
const chances = z.strictObject({
  seed: z.int(),
  /** The chance that an event is never delivered. */
  lose: chance,
  /** The chance that it is delivered again, up to `delayMs` later. */
  repeat: chance,
  /** The chance that it is postponed by up to `delayMs`, so that later ones overtake it. */
  reorder: chance,
  /** The chance that it is delivered `delayMs` later. */
  delay: chance,
  delayMs: z._default(milliseconds, 500),
  /** The chance that a write of the SDK takes effect and the connection then closes without an answer. */
  dropAnswers: chance,
});

/** The commands of a test to the sandbox. Counts say how often; a field left out changes nothing. */
export const controlCommand = z.strictObject({
  /** Moves the sandbox's own time forward; a restart keeps it moved. */
  advanceClockSeconds: z.optional(z.int().min(0)),
  /** Every API call takes at least this long. */
  latencyMs: z.optional(milliseconds),
  /** The next calls of the SDK fail without any effect. */
  failNext: z.optional(z.strictObject({ count, status: z.literal([429, 500, 503]) })),
  /** The next writes of the SDK take effect, then the connection closes without an answer. */
  dropAnswers: z.optional(count),
  /** The next events are never delivered. */
  loseWebhooks: z.optional(count),
  /** The next events are delivered twice. */
  repeatWebhooks: z.optional(count),
  /** The next events are delivered this much later. */
  delayWebhooks: z.optional(z.strictObject({ count, ms: milliseconds })),
  /** The next events are held until there are this many, then delivered in reverse order. */
  reorderWebhooks: z.optional(count),
  /**
   * The cardholder disputes this intent's payment; the bank then decides for the business or for the cardholder. With
   * `inquiry` it asks first: the decision ends the inquiry (`won`), or makes a dispute of it.
   */
  dispute: z.optional(
    z.strictObject({
      paymentIntent: z.string(),
      reason: z._default(z.string(), 'product_not_received'),
      inquiry: z._default(z.boolean(), false),
    }),
  ),
  closeDispute: z.optional(z.strictObject({ paymentIntent: z.string(), won: z.boolean() })),
  /** The next refunds are refused, as with an insufficient balance. */
  refuseRefunds: z.optional(count),
  /** Replaces the earlier chances; counted faults come first. */
  chances: z.optional(chances),
  /** Ends every fault and releases held events; the time stays moved. */
  reset: z.optional(z.literal(true)),
});
export type ControlCommand = z.input<typeof controlCommand>;

export type Controls = ReturnType<typeof createControls>;

function startChances(of: z.output<typeof chances>) {
  return { ...of, webhook: drawsFrom(of.seed), answer: drawsFrom(~of.seed) };
}

const none = () => ({
  latencyMs: 0,
  fail: { count: 0, status: 500 as 429 | 500 | 503 },
  drop: { count: 0 },
  lose: { count: 0 },
  repeat: { count: 0 },
  delay: { count: 0, ms: 0 },
  reorder: { count: 0 },
  refuseRefund: { count: 0 },
  chances: null as ReturnType<typeof startChances> | null,
});

const take = (fault: { count: number }): boolean => fault.count > 0 && fault.count-- > 0;

/** The present faults and the sandbox's time. A restart ends the faults and keeps the time. */
export function createControls(store: Store, clock: () => Date) {
  let faults = none();
  let held: string[] = [];
  let offsetSeconds = Number(store.meta('clock_offset_seconds') ?? 0);

  /**
   * The random times of an event's deliveries, in milliseconds from now. Every event takes the same number of draws.
   */
  function drawDelivery(): number[] {
    const { chances } = faults;
    if (!chances) return [0];
    const draw = chances.webhook;
    const within = () => Math.ceil(draw() * chances.delayMs);
    const lost = draw() < chances.lose;
    const repeated = draw() < chances.repeat;
    const reordered = draw() < chances.reorder;
    const late = draw() < chances.delay;
    const [behind, apart] = [within(), within()];
    if (lost) return [];
    const at = (reordered ? behind : 0) + (late ? chances.delayMs : 0);
    return repeated ? [at, at + apart] : [at];
  }

  return {
    apply(command: ControlCommand): z.output<typeof controlCommand> {
      const parsed = controlCommand.parse(command);
      if (parsed.reset) faults = none();
      if (parsed.advanceClockSeconds !== undefined) {
        offsetSeconds += parsed.advanceClockSeconds;
        store.setMeta('clock_offset_seconds', String(offsetSeconds));
      }
      if (parsed.latencyMs !== undefined) faults.latencyMs = parsed.latencyMs;
      if (parsed.failNext) faults.fail = parsed.failNext;
      if (parsed.dropAnswers !== undefined) faults.drop.count = parsed.dropAnswers;
      if (parsed.loseWebhooks !== undefined) faults.lose.count = parsed.loseWebhooks;
      if (parsed.repeatWebhooks !== undefined) faults.repeat.count = parsed.repeatWebhooks;
      if (parsed.delayWebhooks) faults.delay = parsed.delayWebhooks;
      if (parsed.reorderWebhooks !== undefined) faults.reorder.count = parsed.reorderWebhooks;
      if (parsed.refuseRefunds !== undefined) faults.refuseRefund.count = parsed.refuseRefunds;
      if (parsed.chances) faults.chances = startChances(parsed.chances);
      return parsed;
    },
    now: (): number => Math.floor(clock().getTime() / 1000) + offsetSeconds,
    latencyMs: () => faults.latencyMs,
    /** The status with which this call must fail; `null` if it must not. */
    takeFailure: (): number | null => (take(faults.fail) ? faults.fail.status : null),
    takeRefusedRefund: (): boolean => take(faults.refuseRefund),
    takeDrop(): boolean {
      const { chances } = faults;
      // Drawn for every answer, so that later draws do not depend on the counted faults.
      const drawn = chances !== null && chances.answer() < chances.dropAnswers;
      return take(faults.drop) || drawn;
    },
    /** The times of a new event's deliveries, in milliseconds from now; none if it is lost. */
    takeDelivery(event: string): { event: string; inMs: number }[] {
      const drawn = drawDelivery();
      if (take(faults.lose)) return [];
      const inMs = take(faults.delay) ? faults.delay.ms : 0;
      const once = [{ event, inMs }];
      if (take(faults.repeat)) return [...once, { event, inMs }];
      if (faults.reorder.count > 0) {
        held.push(event);
        return held.length >= faults.reorder.count ? this.takeHeld() : [];
      }
      return inMs > 0 ? once : drawn.map((at) => ({ event, inMs: at }));
    },
    /** Releases the events held for another order, the last first. */
    takeHeld(): { event: string; inMs: number }[] {
      const released = held.reverse().map((event) => ({ event, inMs: 0 }));
      held = [];
      faults.reorder.count = 0;
      return released;
    },
  };
}
