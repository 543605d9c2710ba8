import type { BookingStatus } from '../contract/entities.ts';
import type { Db } from '../db/database.ts';
import type { UserTable } from '../features/account/account.table.ts';
import type { BookingTable } from '../features/bookings/bookings.table.ts';
import { announceBilling } from '../features/notices/notices.service.ts';
import { startJobs } from '../jobs/jobs.ts';
import { aBooking, aChatMessage, anAdmin, aService, aUser } from './builders.ts';
import type { Client } from './client.ts';
import type { TestClock } from './clock.ts';
import { aPost, type Post } from './post.ts';
import { aPushService, type PushService, type TestBrowser } from './push.ts';
import { startTestServer, type TestServer } from './server.ts';

/** What a newsroom's clock shows at first. */
export const opening = '2026-11-20T02:00:00.000Z';
/** 9:30 am in Sydney, ten days on. */
export const visit = '2026-11-29T22:30:00.000Z';
export const dayBefore = '2026-11-28T22:30:00.000Z';

type Given = Partial<BookingTable>;

/** A server, what carries its letters and push messages, and one of the team: for tests of what members are told. */
export interface Newsroom {
  server: TestServer;
  db: Db;
  clock: TestClock;
  post: Post;
  pushService: PushService;
  /** Somebody who has allowed push messages on a browser. */
  aMember(): Promise<{ user: UserTable; client: Client; browser: TestBrowser }>;
  /** Another browser on which a user has allowed them. */
  aBrowserOf(user: { id: string }): Promise<{ client: Client; browser: TestBrowser }>;
  /** A booking of a user's: scheduled for `visit` unless told. */
  aVisitOf(user: { id: string }, given?: Given): Promise<BookingTable>;
  /** The same, of somebody who is told by letter alone. */
  aMembersVisit(given?: Given): Promise<{ user: UserTable; client: Client; booking: BookingTable }>;
  /** Makes it the booking of a custom request by this name. */
  askFor(bookingId: string, serviceName: string): Promise<void>;
  /** The team's step. */
  setStatus(bookingId: string, status: BookingStatus): Promise<unknown>;
  /** The same, of work that took so many hours. */
  complete(bookingId: string, work: { actualHours: number; reason: string }): Promise<unknown>;
  /** The team's move to another time. */
  moveTo(bookingId: string, scheduledDate: string, expectedDate?: string): Promise<unknown>;
  /** The team's message in a booking's thread. */
  write(bookingId: string, message?: string, idempotencyKey?: string): Promise<{ status: number }>;
  /** The team's answer in a user's live chat. */
  answer(userId: string, content?: string): Promise<{ id: string }>;
  /** Has a user told that this invoice could not be charged. */
  failRenewal(userId: string, invoice: string): Promise<void>;
  /** Changes a booking behind everybody's back. */
  change(bookingId: string, given: Given): Promise<unknown>;
  /** A round of the jobs. */
  round(): Promise<void>;
  /** One at this instant. */
  roundAt(instant: string): Promise<void>;
  /** One so many seconds on. @returns how often the push service has been tried by then */
  attemptsAfter(seconds: number): Promise<number>;
  /** The server's process ends and another begins. */
  restart(): Promise<void>;
  /** Of the letters that went out. */
  subjects(): string[];
  close(): Promise<void>;
}

export async function startNewsroom(): Promise<Newsroom> {
  const post = aPost();
  const pushService = await aPushService();
  const server = await startTestServer({ env: { PUSH_HOSTS: pushService.host }, deps: { mail: post } });
  const { deps, clock } = server;
  const { db } = deps;
  clock.set(opening);
  let jobs = startJobs(deps);
  const admin = await anAdmin(db);
  const team = await server.as(admin);

  const aReader = () => aUser(db, { first_name: 'Olivia' });
  const aBrowserOf: Newsroom['aBrowserOf'] = async (user) => {
    const client = await server.as(user);
    const browser = pushService.browser();
    await subscribe(client, browser);
    return { client, browser };
  };
  const aVisitOf: Newsroom['aVisitOf'] = async (user, given) => {
    const { id: service_id } = await aService(db, { name: 'Gutter cleaning' });
    const visiting = { user_id: user.id, service_id, status: 'scheduled', scheduled_date: visit } as const;
    return aBooking(db, { ...visiting, ...given });
  };
  return {
    server,
    db,
    clock,
    post,
    pushService,
    async aMember() {
      const user = await aReader();
      return { user, ...(await aBrowserOf(user)) };
    },
    aBrowserOf,
    aVisitOf,
    async aMembersVisit(given) {
      const user = await aReader();
      const booking = await aVisitOf(user, given);
      return { user, client: await server.as(user), booking };
    },
    async askFor(booking_id, service_name) {
      await db
        .insertInto('custom_requests')
        .values({
          booking_id,
          service_name,
          description: 'An upright from 1972.',
          priority: 'standard',
          location: '12 Banksia Street',
          contact_info: '0412 345 678',
        })
        .execute();
    },
    setStatus: (id, status) => team.call('setBookingStatus', { params: { id }, body: { status } }),
    complete: (id, work) =>
      team.call('setBookingStatus', { params: { id }, body: { status: 'completed', ...work } }),
    moveTo: (id, scheduledDate, expectedDate = visit) =>
      team.call('moveBooking', { params: { id }, body: { scheduledDate, expectedDate } }),
    write: (bookingId, message = 'Hello', idempotencyKey) =>
      team.call('sendMessage', {
        body: { bookingId, message },
        ...(idempotencyKey && { idempotencyKey }),
      }),
    answer: (userId, content = 'Hello') =>
      aChatMessage(deps, { conversationId: userId, sender: { id: admin.id, role: 'admin' }, content }),
    failRenewal: (userId, invoice) =>
      db.transaction().execute((tx) =>
        announceBilling(tx, {
          occasion: `renewal:${invoice}`,
          userId,
          news: { what: 'renewal_failed', tier: 'basic', amountCents: 9900, nextAttemptAt: null },
          now: clock.now().toISOString(),
        }),
      ),
    change: (id, given) => db.updateTable('bookings').set(given).where('id', '=', id).execute(),
    round: () => jobs.runOnce(),
    async roundAt(instant) {
      clock.set(instant);
      await jobs.runOnce();
    },
    async attemptsAfter(seconds) {
      clock.advance({ seconds });
      await jobs.runOnce();
      return pushService.attempts;
    },
    async restart() {
      await jobs.stop();
      jobs = startJobs(deps);
    },
    subjects: () => post.letters.map(({ subject }) => subject),
    async close() {
      await jobs.stop();
      await server.close();
      await pushService.close();
    },
  };
}

/** As its page does when a person turns notifications on. */
export async function subscribe(client: Client, browser: TestBrowser): Promise<void> {
  const { publicKey } = (await client.call('readPushDevice')).body;
  await client.call('savePushSubscription', { body: browser.subscription(publicKey) });
}

/** Of the messages that a browser got. */
export const titles = ({ got }: TestBrowser): string[] => got.map(({ payload }) => payload.title);
