import * as z from 'zod';
import type { Store } from './store.ts';

const count = z.int().min(0).max(1_000_000);
const milliseconds = z.int().min(0).max(600_000);

/** What a test may do to the sandbox. Counts say how often; what is left out stays as it is. */
export const controlCommand = z.strictObject({
  /** Moves the sandbox's own time forward; it stays moved over a restart. */
  advanceClockSeconds: z.optional(z.int().min(0)),
  /** Every API call takes at least this long. */
  latencyMs: z.optional(milliseconds),
  /** The next calls of the SDK fail before they do anything. */
  failNext: z.optional(z.strictObject({ count, status: z.literal([429, 500, 503]) })),
  /** The next writes of the SDK take effect, and then the connection closes without an answer. */
  dropAnswers: z.optional(count),
  /** The next events are never delivered. */
  loseWebhooks: z.optional(count),
  /** The next events are delivered twice. */
  repeatWebhooks: z.optional(count),
  /** The next events are delivered this much later. */
  delayWebhooks: z.optional(z.strictObject({ count, ms: milliseconds })),
  /** The next events are held until there are so many, and then delivered the last first. */
  reorderWebhooks: z.optional(count),
  /** Ends every fault and lets held events go; time stays where it is. */
  reset: z.optional(z.literal(true)),
});
export type ControlCommand = z.input<typeof controlCommand>;

export type Controls = ReturnType<typeof createControls>;

const none = () => ({
  latencyMs: 0,
  fail: { count: 0, status: 500 as 429 | 500 | 503 },
  drop: { count: 0 },
  lose: { count: 0 },
  repeat: { count: 0 },
  delay: { count: 0, ms: 0 },
  reorder: { count: 0 },
});

const take = (fault: { count: number }): boolean => fault.count > 0 && fault.count-- > 0;

/** The faults that are set, and the sandbox's time. Faults are of this run; time is kept. */
export function createControls(store: Store, clock: () => Date) {
  let faults = none();
  let held: string[] = [];
  const offsetSeconds = () => Number(store.meta('clock_offset_seconds') ?? 0);

  return {
    apply(command: ControlCommand) {
      const parsed = controlCommand.parse(command);
      if (parsed.reset) faults = none();
      if (parsed.advanceClockSeconds !== undefined) {
        store.setMeta('clock_offset_seconds', String(offsetSeconds() + parsed.advanceClockSeconds));
      }
      if (parsed.latencyMs !== undefined) faults.latencyMs = parsed.latencyMs;
      if (parsed.failNext) faults.fail = parsed.failNext;
      if (parsed.dropAnswers !== undefined) faults.drop.count = parsed.dropAnswers;
      if (parsed.loseWebhooks !== undefined) faults.lose.count = parsed.loseWebhooks;
      if (parsed.repeatWebhooks !== undefined) faults.repeat.count = parsed.repeatWebhooks;
      if (parsed.delayWebhooks) faults.delay = parsed.delayWebhooks;
      if (parsed.reorderWebhooks !== undefined) faults.reorder.count = parsed.reorderWebhooks;
    },
    now: (): number => Math.floor(clock().getTime() / 1000) + offsetSeconds(),
    latencyMs: () => faults.latencyMs,
    /** The status that this call is to fail with, if it is. */
    takeFailure: (): number | null => (take(faults.fail) ? faults.fail.status : null),
    takeDrop: (): boolean => take(faults.drop),
    /** When each delivery of a new event is due, in milliseconds from now: none when it is to be lost. */
    takeDelivery(event: string): { event: string; inMs: number }[] {
      if (take(faults.lose)) return [];
      const inMs = take(faults.delay) ? faults.delay.ms : 0;
      const once = [{ event, inMs }];
      if (take(faults.repeat)) return [...once, { event, inMs }];
      if (faults.reorder.count > 0) {
        held.push(event);
        return held.length >= faults.reorder.count ? this.takeHeld() : [];
      }
      return once;
    },
    /** Lets go of what is held for another order, the last first. */
    takeHeld(): { event: string; inMs: number }[] {
      const released = held.reverse().map((event) => ({ event, inMs: 0 }));
      held = [];
      faults.reorder.count = 0;
      return released;
    },
  };
}
