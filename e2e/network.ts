import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { freePort } from '../api/testing/machine/free-port.ts';
import { workerClock } from './clock.ts';

/**
 * Kinds of a network that looks well but is bad: a captive portal's page instead of every answer (200, after a
 * redirect, or 511), silence (it accepts and never answers), or a trickle (some bytes a second).
 */
export type Badness = 'portal' | 'portal-redirect' | 'portal-511' | 'silence' | 'trickle';

/**
 * The network between the browser and the server, under a test's control. It can be down or bad, and it can lose an
 * answer after the server has given it. The server behind it may be killed and started again.
 */
export interface Network {
  url: string;
  port: number;
  /** Sets the server's present port. */
  target(port: number): void;
  /** Refuses every connection until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Makes it bad from now on, only for these paths if given; open sockets end. `null`: it is well again. */
  behave(as: Badness | null, paths?: RegExp): void;
  /** The number of calls with a bad answer, or none. */
  readonly spoilt: number;
  /**
   * Loses the next answer to this path after the server has given it whole: runs `instead`, then cuts the browser's
   * connection. Resolves once that has happened.
   */
  loseNextAnswer(path: string, instead?: () => Promise<void>): Promise<void>;
  /** The same for reads (GET) of this path. */
  loseNextRead(path: string, instead: () => Promise<void>): Promise<void>;
  /** Holds the server's next answer to a read of this path until `wait` is over. */
  holdNextRead(path: string, wait: () => Promise<void>): void;
  /** The paths of all navigations that reached the server, in order. */
  readonly navigations: readonly string[];
  close(): Promise<void>;
}

/** The present state of a network. */
interface State {
  target: number;
  /** The answers to be lost, and those to be held, each by 'read' or 'write' and its path. */
  losses: Map<string, { instead: () => Promise<void>; done: () => void }>;
  waits: Map<string, () => Promise<void>>;
  sockets: Set<Socket>;
  upgraded: Set<Socket>;
  navigations: string[];
  bad: { as: Badness; paths: RegExp } | null;
  spoilt: number;
}

export async function startNetwork(): Promise<Network> {
  const state: State = {
    target: 0,
    losses: new Map(),
    waits: new Map(),
    sockets: new Set(),
    upgraded: new Set(),
    navigations: [],
    bad: null,
    spoilt: 0,
  };
  const server = createServer((req, res) => forward(state, req, res));
  // Only clients close idle connections: a request at the moment of the server's closing would fail (ECONNRESET).
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => remember(socket, state.sockets));
  server.on('upgrade', (req, socket: Socket, head) => carrySocket(state, req, socket, head));

  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const port = await freePort();
  await listen(port);
  const down = () =>
    new Promise<void>((resolve) => {
      if (!server.listening) return resolve();
      server.close(() => resolve());
      for (const socket of state.sockets) socket.destroy();
    });
  const lose = (exchange: string, instead: () => Promise<void>) =>
    new Promise<void>((done) => {
      state.losses.set(exchange, { instead, done });
    });
  return {
    url: `http://localhost:${port}`,
    port,
    target: (to) => {
      state.target = to;
    },
    down,
    up: () => listen(port),
    behave: (as, paths = /^/) => {
      state.bad = as && { as, paths };
      if (as) for (const socket of state.upgraded) socket.destroy();
    },
    get spoilt() {
      return state.spoilt;
    },
    loseNextAnswer: (path, instead = async () => {}) => lose(`write ${path}`, instead),
    loseNextRead: (path, instead) => lose(`read ${path}`, instead),
    holdNextRead: (path, wait) => void state.waits.set(`read ${path}`, wait),
    navigations: state.navigations,
    close: down,
  };
}

function remember(socket: Socket, among: Set<Socket>): void {
  among.add(socket);
  socket.on('close', () => among.delete(socket));
}

const pathOf = (req: IncomingMessage) => new URL(req.url ?? '/', 'http://proxy').pathname;
const badnessOf = ({ bad }: State, path: string) => (bad?.paths.test(path) ? bad.as : null);

function forward(state: State, req: IncomingMessage, res: ServerResponse): void {
  const path = pathOf(req);
  if (req.headers['sec-fetch-mode'] === 'navigate') state.navigations.push(path);
  const badness = badnessOf(state, path);
  if (badness) state.spoilt += 1;
  if (badness && badness !== 'trickle') spoil(badness, path, req, res);
  else passOn(state, path, badness, req, res);
}

/** Asks the server, and passes its answer on. */
function passOn(
  state: State,
  path: string,
  badness: 'trickle' | null,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  const isShifted = path === '/sw.js' && workerClock !== '';
  const onward = request({
    port: state.target,
    host: '127.0.0.1',
    method: req.method,
    path: req.url,
    headers: isShifted ? { ...req.headers, 'accept-encoding': 'identity' } : req.headers,
    agent: false,
  });
  req.pipe(onward);
  req.on('close', () => req.complete || onward.destroy());
  onward.on('error', () => res.destroy());
  onward.on('response', async (answer) => {
    const exchange = `${req.method === 'GET' ? 'read' : 'write'} ${path}`;
    if (await holdOrLose(state, exchange, answer, res)) return;
    if (isShifted) return shiftClock(answer, res);
    res.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    if (badness) trickle(answer, res);
    else answer.pipe(res);
  });
}

/** Waits for as long as a test holds this answer, and loses it if a test wants that. @returns whether it is lost */
async function holdOrLose(
  { waits, losses }: State,
  exchange: string,
  answer: IncomingMessage,
  res: ServerResponse,
): Promise<boolean> {
  const wait = waits.get(exchange);
  waits.delete(exchange);
  await wait?.();
  const loss = losses.get(exchange);
  if (!loss) return false;
  losses.delete(exchange);
  answer.resume().on('end', async () => {
    await loss.instead();
    res.destroy();
    loss.done();
  });
  return true;
}

/**
 * Puts the test's clock before the worker's script. The entity tag stays: by its date alone the script of an earlier
 * release, after a rollback, would count as unchanged.
 */
function shiftClock(answer: IncomingMessage, res: ServerResponse): void {
  const { 'content-length': _, ...headers } = answer.headers;
  res.writeHead(answer.statusCode ?? 502, headers);
  res.write(workerClock);
  answer.pipe(res);
}

function carrySocket(state: State, req: IncomingMessage, socket: Socket, head: Buffer): void {
  remember(socket, state.upgraded);
  const badness = badnessOf(state, pathOf(req));
  if (badness === 'silence') return;
  if (badness && badness !== 'trickle')
    return void socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n${portalPage}`);
  const onward = connect(state.target, '127.0.0.1', () => {
    onward.write(`${req.method} ${req.url} HTTP/1.1\r\n`);
    for (let i = 0; i < req.rawHeaders.length; i += 2)
      onward.write(`${req.rawHeaders[i]}: ${req.rawHeaders[i + 1]}\r\n`);
    onward.write('\r\n');
    onward.write(head);
    onward.pipe(socket).pipe(onward);
  });
  onward.on('error', () => socket.destroy());
  socket.on('error', () => onward.destroy());
}

const portalPage =
  '<!doctype html><title>Free WiFi</title><h1>Welcome to the Station Café</h1><form action="/login"><button>Connect</button></form>';
const portalPath = '/hotspot/login';

/** Answers in the server's place, or not at all. */
function spoil(
  as: Exclude<Badness, 'trickle'>,
  path: string,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  req.resume();
  if (as === 'silence') return;
  if (as === 'portal-redirect' && path !== portalPath) {
    res.writeHead(302, { location: portalPath }).end();
    return;
  }
  res.writeHead(as === 'portal-511' ? 511 : 200, {
    'content-type': 'text/html',
    'cache-control': 'no-store',
  });
  res.end(portalPage);
}

/** The bytes in a second of a very slow network. */
const bytesASecond = 2000;

function trickle(answer: IncomingMessage, res: ServerResponse): void {
  const tenth = bytesASecond / 10;
  let queue = Buffer.alloc(0);
  let ended = false;
  const timer = setInterval(() => {
    res.write(queue.subarray(0, tenth));
    queue = queue.subarray(tenth);
    if (ended && !queue.length) {
      clearInterval(timer);
      res.end();
    }
  }, 100);
  res.on('close', () => clearInterval(timer));
  answer.on('data', (part) => {
    queue = Buffer.concat([queue, part]);
  });
  answer.on('end', () => {
    ended = true;
  });
}
