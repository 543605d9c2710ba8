import type { IncomingMessage, RequestListener } from 'node:http';
import { letOthersGo, takingTurns } from '../../core/turn.ts';
import { addressKey } from './limits.ts';

/**
 * Begins requests in turns by address, one in each turn of the event loop. Without this, 500 requests that one person
 * sends in a moment are all begun, and refused, before anybody else's is looked at. A request that comes alone begins
 * at once.
 */
export function requestsInTurn(
  begin: RequestListener,
  addressOf: (req: IncomingMessage) => string,
): RequestListener {
  const inTurn = takingTurns(1);
  return (req, res) =>
    void inTurn(addressKey(addressOf(req)), async () => {
      // The client may have left while its request waited.
      if (!req.socket.destroyed) begin(req, res);
      await letOthersGo();
    });
}
