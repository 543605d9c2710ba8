import { Refusal } from '../../core/refusal.ts';

/** The bytes that a body counts for at least: its connection takes memory too. */
const leastBytes = 16 * 1024;
/** A sender that holds no more is not refused for the sake of others: a body of JSON, with its connection. */
const shareBytes = 64 * 1024 + leastBytes;

export interface BodyRates {
  /** The longest time for a body that is no file to arrive. */
  bodySeconds: number;
  /** Bytes of all unfinished bodies that this process holds. */
  bodyBytes: number;
}

/** A body that is arriving. */
export interface Body {
  /** Counts bytes that have arrived. */
  add(bytes: number): void;
  /** Must be called once the body has arrived. It is not refused any more, and its bytes stay counted. */
  arrived(): void;
  /** Must be called once the body is needed no more, or was refused. */
  end(): void;
}

export interface Bodies {
  /** The longest time for a body that is no file to arrive, in ms. */
  maxMs: number;
  /**
   * @param sender the signed-in person's id, or the address of a visitor
   * @param refuse called at most once, maybe before this returns: the body must not be read on
   */
  begin(sender: string, refuse: (why: Refusal) => void): Body;
}

/** The bodies of one sender. */
interface Sender {
  /** Bytes of those that are arriving, and of those that have arrived and are still needed. */
  bytes: number;
  kept: number;
  /** The refusals of its bodies, oldest first. */
  bodies: Set<() => void>;
}

/**
 * Counts the bytes of bodies under way. A sender may hold half of what is free besides: its share falls as others send,
 * and there is room for one more. A large body past the share is given up; a small one makes its sender give up the
 * oldest. A sender of little is refused for nobody's sake: if all together hold too many, the one that holds the most
 * gives up its oldest. Bodies that have arrived, such as photos that wait to be decoded, count against large ones alone.
 */
export function createBodies(rates: BodyRates): Bodies {
  const senders = new Map<string, Sender>();
  let all = 0;
  let allKept = 0;

  const share = () => Math.max(shareBytes, (rates.bodyBytes - all - allKept) / 2);

  function makeRoom(sender: Sender, held: number, giveUp: () => void): void {
    if (held > shareBytes && sender.bytes + sender.kept > share()) giveUp();
    while (sender.bytes > share()) refuseOldest(sender);
    while (all > rates.bodyBytes)
      refuseOldest([...senders.values()].reduce((most, next) => (next.bytes > most.bytes ? next : most)));
  }

  function refuseOldest({ bodies }: Sender): void {
    bodies.values().next().value?.();
  }

  return {
    maxMs: rates.bodySeconds * 1000,
    begin(name, refuse) {
      const sender = senders.get(name) ?? { bytes: 0, kept: 0, bodies: new Set() };
      senders.set(name, sender);
      let held = 0;
      let isKept = false;
      const giveUp = () => {
        body.end();
        refuse(
          new Refusal('unavailable', 'Too much is being sent at once. Please wait a moment.', {
            retryAfterSeconds: 5,
          }),
        );
      };
      const body: Body = {
        add(bytes) {
          if (!sender.bodies.has(giveUp)) return;
          held += bytes;
          sender.bytes += bytes;
          all += bytes;
          makeRoom(sender, held, giveUp);
        },
        arrived() {
          if (!sender.bodies.delete(giveUp)) return;
          isKept = true;
          sender.bytes -= held;
          all -= held;
          sender.kept += held;
          allKept += held;
        },
        end() {
          if (sender.bodies.delete(giveUp)) {
            sender.bytes -= held;
            all -= held;
          } else if (isKept) {
            isKept = false;
            sender.kept -= held;
            allKept -= held;
          }
          const isIdle = sender.bodies.size === 0 && sender.kept === 0;
          if (isIdle && senders.get(name) === sender) senders.delete(name);
        },
      };
      sender.bodies.add(giveUp);
      body.add(leastBytes);
      return body;
    },
  };
}
