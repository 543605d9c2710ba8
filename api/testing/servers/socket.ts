import { once } from 'node:events';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { type ClientEvent, ServerEvent } from '../../contract/schemas/events.ts';
import { createSession } from '../../features/records/account/sessions/sessions.service.ts';
import { sessionCookieName } from '../../http/cookies.ts';
import type { TestServer } from './server.ts';

type EventOf<T extends ServerEvent['type']> = Extract<ServerEvent, { type: T }>;

/** A client's end of `/chat`, which checks every event against the contract. */
export interface TestSocket {
  readonly ws: WebSocket;
  /** The events received so far. */
  readonly events: ServerEvent[];
  /** The code of the close. */
  readonly closed: Promise<number>;
  send(event: ClientEvent): void;
  /** The next matching event of this type that was not taken yet; it and all events before it are taken. */
  next<T extends ServerEvent['type']>(
    type: T,
    fits?: (data: EventOf<T>['data']) => boolean,
  ): Promise<EventOf<T>['data']>;
  /** All events of this type so far. */
  all<T extends ServerEvent['type']>(type: T): EventOf<T>['data'][];
  close(): Promise<void>;
}

export async function cookieOf(server: TestServer, user: { id: string }): Promise<string> {
  return `${sessionCookieName(server.deps.env)}=${await createSession(server.deps, user.id, 'test')}`;
}

/** @param given `cookie` for an existing session, `query` such as `age=0` */
export async function openSocket(
  server: TestServer,
  user: { id: string },
  given: { cookie?: string; query?: string; headers?: Record<string, string> } = {},
): Promise<TestSocket> {
  const cookie = given.cookie ?? (await cookieOf(server, user));
  const address = `${server.url.replace('http', 'ws')}/chat${given.query ? `?${given.query}` : ''}`;
  const ws = new WebSocket(address, { headers: { origin: server.url, cookie, ...given.headers } });
  const events: ServerEvent[] = [];
  let taken = 0;
  let look = (): void => {};
  ws.on('message', (text) => {
    const event: unknown = JSON.parse(String(text));
    events.push(z.parse(ServerEvent, event));
    look();
  });
  const closed = once(ws, 'close').then(([code]) => code as number);
  await once(ws, 'open');
  return {
    ws,
    events,
    closed,
    send: (event) => ws.send(JSON.stringify(event)),
    next: (type, fits = () => true) =>
      new Promise((resolve) => {
        look = () => {
          for (; taken < events.length; ) {
            const event = events[taken++];
            if (event?.type === type && fits(event.data as never)) {
              look = () => {};
              resolve(event.data as never);
              return;
            }
          }
        };
        look();
      }),
    all: (type) => events.flatMap((event) => (event.type === type ? [event.data as never] : [])),
    async close() {
      ws.close();
      await closed;
    },
  };
}
