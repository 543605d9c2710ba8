import { connect } from 'node:net';
import { webhookLimit } from '../../api/http/body.ts';
import type { Attack } from './attack.ts';

const connections = 600;
/** Connections are opened at an even pace: 600 requests of any kind in one moment are a burst of their own. */
const openEveryMs = 5;
/** The pause before a connection that the server closed is opened again. */
const pauseMs = 5_000;

/**
 * The longest webhooks that are read, without their last byte, each from another address, under a signature's header
 * of the right form and time.
 */
export const halfSentBodies: Attack = {
  name: `${connections} half-sent webhooks of ${webhookLimit / 1024} KiB from as many addresses`,
  begin({ product }) {
    const { hostname, port, host } = new URL(product.url);
    const half = Buffer.alloc(webhookLimit - 1, 'x');
    let closed = 0;
    let stopped = false;
    const ends = new Map<number, () => void>();
    const open = (n: number) => {
      const socket = connect(Number(port), hostname);
      const time = Math.floor(Date.now() / 1000);
      const head = [
        'POST /api/webhooks/stripe HTTP/1.1',
        `host: ${host}`,
        `x-forwarded-for: 198.51.${100 + (n >> 8)}.${n % 256}`,
        `stripe-signature: t=${time},v1=${'0'.repeat(64)}`,
        `content-length: ${webhookLimit}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      socket.write(half);
      socket.resume();
      socket.on('error', () => {});
      let again: NodeJS.Timeout | undefined;
      socket.on('close', () => {
        closed += 1;
        if (!stopped) again = setTimeout(open, pauseMs, n);
      });
      ends.set(n, () => {
        clearTimeout(again);
        socket.destroy();
      });
    };
    let begun = 0;
    const opening = setInterval(() => {
      if (begun < connections) open(begun++);
    }, openEveryMs);
    return async () => {
      stopped = true;
      clearInterval(opening);
      const byServer = closed;
      for (const end of ends.values()) end();
      return `${byServer} closed by the server`;
    };
  },
};
