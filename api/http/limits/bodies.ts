import { Refusal } from '../../core/refusal.ts';

/** The bytes that a body counts for at least: its connection takes memory too. */
const leastBytes = 16 * 1024;
/** An address that holds no more is not refused for the sake of others: a body of JSON, with its connection. */
const shareBytes = 64 * 1024 + leastBytes;

export interface BodyRates {
  /** The longest time for a body that is no file to arrive. */
  bodySeconds: number;
  /** Bytes of unfinished bodies that this process holds, of one address and of all. */
  bodyBytesPerAddress: number;
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
  /** @param refuse called at most once, maybe before this returns: the body must not be read on */
  begin(address: string, refuse: (why: Refusal) => void): Body;
}

/** The bodies of one address. */
interface Sender {
  /** Bytes of those that are arriving, and of those that have arrived and are still needed. */
  bytes: number;
  kept: number;
  /** The refusals of its bodies, oldest first. */
  bodies: Set<() => void>;
}

/**
 * Counts the bytes of bodies under way. If all addresses together hold too many, a body that would take more than its
 * address's share is given up. One within the share makes the address that holds the most give up its oldest body, so
 * that large bodies cannot shut out small ones. Bodies that have arrived, such as photos that wait to be decoded, count
 * against large ones alone.
 */
export function createBodies(rates: BodyRates): Bodies {
  const senders = new Map<string, Sender>();
  let all = 0;
  let allKept = 0;

  function makeRoom(sender: Sender, held: number, giveUp: () => void): void {
    while (sender.bytes > rates.bodyBytesPerAddress) refuseOldest(sender);
    const isFull = sender.bytes + sender.kept > rates.bodyBytesPerAddress || all + allKept > rates.bodyBytes;
    if ((isFull && held > shareBytes) || (all > rates.bodyBytes && sender.bytes > shareBytes)) giveUp();
    while (all > rates.bodyBytes)
      refuseOldest([...senders.values()].reduce((most, next) => (next.bytes > most.bytes ? next : most)));
  }

  function refuseOldest({ bodies }: Sender): void {
    bodies.values().next().value?.();
  }

  return {
    maxMs: rates.bodySeconds * 1000,
    begin(address, refuse) {
      const sender = senders.get(address) ?? { bytes: 0, kept: 0, bodies: new Set() };
      senders.set(address, sender);
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
          if (isIdle && senders.get(address) === sender) senders.delete(address);
        },
      };
      sender.bodies.add(giveUp);
      body.add(leastBytes);
      return body;
    },
  };
}
