import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';

/** One run of load: the requests, the number of keep-alive connections, and the time. */
export interface Load {
  port: number;
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  /** The bodies of POST requests, one after the other; each request has a new `Idempotency-Key`. */
  bodies: string[];
  connections: number;
  ms: number;
}

export interface Measured {
  perSecond: number;
  p50ms: number;
  p99ms: number;
}

/**
 * Keeps every connection busy with one request at a time. It uses bare sockets, because node:http's own client would
 * be slower than the measured servers. @throws on the first answer that is not 200.
 */
export async function load(run: Load): Promise<Measured> {
  const times: number[] = [];
  const began = performance.now();
  const until = began + run.ms;
  const next = requests(run);
  await Promise.all(Array.from({ length: run.connections }, () => converse(run.port, next, until, times)));
  const seconds = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  return { perSecond: times.length / seconds, p50ms: at(0.5), p99ms: at(0.99) };
}

function requests(run: Load): () => string {
  const { method, path, bodies } = run;
  const lines = Object.entries({ host: `127.0.0.1:${run.port}`, ...run.headers }).map((h) => h.join(': '));
  const head = `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n`;
  if (method === 'GET') return () => `${head}\r\n`;
  let count = 0;
  return () => {
    const body = bodies[count++ % bodies.length] ?? '';
    const length = Buffer.byteLength(body);
    return `${head}content-type: application/json\r\ncontent-length: ${length}\r\nidempotency-key: ${randomUUID()}\r\n\r\n${body}`;
  };
}

function converse(port: number, next: () => string, until: number, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let askedAt = 0;
    let missing = -1;
    let head = '';
    const ask = () => {
      askedAt = performance.now();
      missing = -1;
      head = '';
      socket.write(next());
    };
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('data', (chunk) => {
      if (missing >= 0) missing -= chunk.length;
      else {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
        if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
          reject(new Error(`not the answer that was asked for: ${head.slice(0, 1000)}`));
          socket.destroy();
          return;
        }
        missing = Number(length) - (head.length - end - 4);
      }
      if (missing > 0) return;
      times.push(performance.now() - askedAt);
      if (performance.now() < until) ask();
      else socket.end();
    });
  });
}

process.on('message', (run: Load) => {
  load(run).then(
    (measured) => process.send?.({ measured }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.once('disconnect', () => process.exit(0));
