import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createRepeatedRefusals } from './repeated-refusals.ts';
import { sparingly } from './sparingly.ts';

/** The most requests that begin in one turn of the event loop; few enough that others hardly wait for them. */
const perTurn = 2;
/** The most requests of one connection that wait, some megabytes. Browsers and proxies send the next after the answer. */
const mostPipelined = 500;
/** The most refusals to one address that wait to be sent: more connections would fill the memory with them. */
const mostRefusals = 2000;

/** The most calls that wait to be begun, of one session's cookie and of one address with all of its sessions. */
export interface WaitingRates {
  requestsWaitingPerSession: number;
  requestsWaitingPerAddress: number;
}

interface Sender {
  /** The key under which the address is counted. */
  address: string;
  /** The value of the session's cookie, which may be anything; `undefined` if there is none. */
  session: string | undefined;
  /**
   * Whether the request is a call of the API, whose refusal the app shows with a way to try again. Files and health
   * checks are never refused: a first visit loads a hundred files at once, and a page without one of them does not work.
   */
  isCall: boolean;
  /** The sender and the thing that is requested, for which a refusal of one limit holds. */
  refusedAs: string;
}

/**
 * Begins requests in turns by address, a few in each turn of the event loop. Without this, 500 requests that one
 * person sends in a moment are all begun, and refused, before anybody else's is looked at. A request that comes alone
 * begins at once. Too many calls are refused before anything is made for them: hundreds that wait would outlive two
 * collections of V8's young generation, and garbage would pile up in the old one. The same holds for a sender who goes
 * on after refusals with 429, see `createRepeatedRefusals`. Such refusals are sent sparingly: thousands a second would
 * leave others a part of the processor, and a call that asks the database several times would wait for each of its turns.
 * A connection that sends very many requests without waiting for the answers is closed, and so are those of an address
 * to which very many refusals wait.
 * @param refuse answers a request that is not begun; `isFirst` of those since fewer waited
 */
export function requestsInTurn(
  begin: RequestListener,
  senderOf: (req: IncomingMessage) => Sender,
  rates: WaitingRates,
  refuse: (res: ServerResponse, isFirst: boolean) => void,
): RequestListener {
  // In the order of turns: an address that has had one goes to the end.
  const waiting = new Map<string, (() => void)[]>();
  // By address and by session.
  const waitingCalls = new Map<string, number>();
  const refused = new Set<string>();
  const repeated = createRepeatedRefusals();
  const refusals = sparingly();
  const pipelined = new WeakMap<Socket, number>();
  let begun = 0;
  let isTurning = false;

  const limitsOf = ({ address, session, isCall }: Sender): { name: string; most: number }[] => [
    ...(isCall ? [{ name: `address ${address}`, most: rates.requestsWaitingPerAddress }] : []),
    ...(isCall && session ? [{ name: `session ${session}`, most: rates.requestsWaitingPerSession }] : []),
  ];

  function count(name: string, more: 1 | -1): void {
    const left = (waitingCalls.get(name) ?? 0) + more;
    if (left) waitingCalls.set(name, left);
    else waitingCalls.delete(name);
  }

  /** @returns the number of requests of this connection that wait now */
  function pipe(socket: Socket, more: 1 | -1): number {
    const count = (pipelined.get(socket) ?? 0) + more;
    pipelined.set(socket, count);
    return count;
  }

  function beginNext(): void {
    const [next] = waiting;
    if (!next) return;
    const [address, theirs] = next;
    const start = theirs.shift();
    waiting.delete(address);
    if (theirs.length) waiting.set(address, theirs);
    else refused.delete(address);
    begun += 1;
    start?.();
  }

  function takeTurn(): void {
    begun = 0;
    while (begun < perTurn && waiting.size) beginNext();
    isTurning = begun > 0;
    if (isTurning) setImmediate(takeTurn);
  }

  function beginTurns(): void {
    if (!isTurning) setImmediate(takeTurn);
    isTurning = true;
  }

  return (req, res) => {
    if (pipe(req.socket, 1) > mostPipelined) req.socket.destroy();
    if (req.socket.destroyed) return;
    const sender = senderOf(req);
    const { address } = sender;
    const limits = limitsOf(sender);
    if (
      repeated.has(sender.refusedAs) ||
      limits.some(({ name, most }) => (waitingCalls.get(name) ?? 0) >= most)
    ) {
      if (refusals.waitingOf(address) >= mostRefusals) return void req.socket.destroy();
      const isFirst = !refused.has(address);
      refused.add(address);
      refusals.add(address, () => {
        pipe(req.socket, -1);
        if (!req.socket.destroyed) refuse(res, isFirst);
      });
      return;
    }
    const theirs = waiting.get(address) ?? [];
    waiting.set(address, theirs);
    for (const { name } of limits) count(name, 1);
    theirs.push(() => {
      for (const { name } of limits) count(name, -1);
      pipe(req.socket, -1);
      // The client may have left while its request waited.
      if (req.socket.destroyed) return;
      res.once('finish', () => {
        if (res.statusCode === 429) repeated.add(sender.refusedAs);
      });
      void begin(req, res);
    });
    beginTurns();
    if (begun < perTurn) beginNext();
  };
}
