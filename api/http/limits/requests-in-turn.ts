import type { IncomingMessage, RequestListener } from 'node:http';
import { addressKey } from './limits.ts';

/** The most requests that begin in one turn of the event loop; few enough that others hardly wait for them. */
const perTurn = 2;

/**
 * Begins requests in turns by address, a few in each turn of the event loop. Without this, 500 requests that one
 * person sends in a moment are all begun, and refused, before anybody else's is looked at. A request that comes alone
 * begins at once.
 */
export function requestsInTurn(
  begin: RequestListener,
  addressOf: (req: IncomingMessage) => string,
): RequestListener {
  // In the order of turns: an address that has had one goes to the end.
  const waiting = new Map<string, (() => void)[]>();
  let begun = 0;

  function beginNext(): void {
    const [next] = waiting;
    if (!next) return;
    const [address, theirs] = next;
    const start = theirs.shift();
    waiting.delete(address);
    if (theirs.length) waiting.set(address, theirs);
    begun += 1;
    start?.();
  }

  function takeTurn(): void {
    begun = 0;
    while (begun < perTurn && waiting.size) beginNext();
    if (begun) setImmediate(takeTurn);
  }

  return (req, res) => {
    const address = addressKey(addressOf(req));
    const theirs = waiting.get(address) ?? [];
    waiting.set(address, theirs);
    theirs.push(() => {
      // The client may have left while its request waited.
      if (!req.socket.destroyed) void begin(req, res);
    });
    if (begun === 0) setImmediate(takeTurn);
    if (begun < perTurn) beginNext();
  };
}
