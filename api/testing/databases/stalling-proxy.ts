import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface StallingProxy {
  /** The address of the server behind the proxy, through the proxy. */
  url: string;
  /** Stops passing data in either direction. New connections are still accepted. */
  stall(): void;
  /** Passes the waiting data, and everything after it. */
  goOn(): void;
  close(): void;
}

/** A proxy in front of a TCP server that can fall silent, as a stopped machine does. */
export async function stallingProxy(url: string): Promise<StallingProxy> {
  const behind = new URL(url);
  const pairs = new Set<readonly [Socket, Socket]>();
  let isStalled = false;
  const join = ([a, b]: readonly [Socket, Socket]) => {
    a.pipe(b);
    b.pipe(a);
  };
  const server = createServer((from) => {
    const pair = [from, connect(Number(behind.port), behind.hostname)] as const;
    pairs.add(pair);
    for (const end of pair) {
      end.on('error', () => {});
      end.on('close', () => {
        pairs.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
    if (!isStalled) join(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxied = new URL(url);
  proxied.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: proxied.href,
    stall() {
      isStalled = true;
      for (const end of [...pairs].flat()) end.unpipe().pause();
    },
    goOn() {
      isStalled = false;
      for (const pair of pairs) join(pair);
    },
    close() {
      server.close();
      for (const end of [...pairs].flat()) end.destroy();
    },
  };
}
