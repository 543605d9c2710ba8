import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/**
 * The network between the browser and the server, to be cut where a test says: it can be down, and it can lose
 * an answer after the server has given it. The server behind it may be killed and started again.
 */
export interface Network {
  url: string;
  port: number;
  /** Where the server is now. */
  target(port: number): void;
  /** Every connection is refused until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  /**
   * Loses the next answer to this path, after the server has given it whole: runs `instead`, then cuts the
   * browser's connection. Resolves once that has happened.
   */
  loseNextAnswer(path: string, instead?: () => Promise<void>): Promise<void>;
  /** The same for what is read (GET) from this path. */
  loseNextRead(path: string, instead: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export async function startNetwork(): Promise<Network> {
  let target = 0;
  const losses = new Map<string, { instead: () => Promise<void>; done: () => void }>();
  const sockets = new Set<Socket>();

  const forward = (req: IncomingMessage, res: ServerResponse) => {
    const path = new URL(req.url ?? '/', 'http://proxy').pathname;
    const onward = request({
      port: target,
      host: '127.0.0.1',
      method: req.method,
      path: req.url,
      headers: req.headers,
      agent: false,
    });
    req.pipe(onward);
    req.on('close', () => req.complete || onward.destroy());
    onward.on('error', () => res.destroy());
    onward.on('response', (answer) => {
      const asked = `${req.method === 'GET' ? 'read' : 'write'} ${path}`;
      const loss = losses.get(asked);
      if (!loss) {
        res.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(res);
        return;
      }
      losses.delete(asked);
      answer.resume().on('end', async () => {
        await loss.instead();
        res.destroy();
        loss.done();
      });
    });
  };

  const lose = (asked: string, instead: () => Promise<void>) =>
    new Promise<void>((done) => {
      losses.set(asked, { instead, done });
    });

  const server = createServer(forward);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (req, socket, head) => {
    const onward = connect(target, '127.0.0.1', () => {
      onward.write(`${req.method} ${req.url} HTTP/1.1\r\n`);
      for (let i = 0; i < req.rawHeaders.length; i += 2)
        onward.write(`${req.rawHeaders[i]}: ${req.rawHeaders[i + 1]}\r\n`);
      onward.write('\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });

  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const down = () =>
    new Promise<void>((resolve) => {
      if (!server.listening) return resolve();
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return {
    url: `http://localhost:${port}`,
    port,
    target: (to) => {
      target = to;
    },
    down,
    up: () => listen(port),
    loseNextAnswer: (path, instead = async () => {}) => lose(`write ${path}`, instead),
    loseNextRead: (path, instead) => lose(`read ${path}`, instead),
    close: down,
  };
}
