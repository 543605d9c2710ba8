import type { BookingStatus } from '../../contract/schemas/bookings.ts';
import type { Db } from '../../db/database.ts';
import type { UserTable } from '../../features/records/account/account.table.ts';
import type { BookingTable } from '../../features/records/bookings/bookings.table.ts';
import { announceBilling } from '../../features/records/notices/notices.service.ts';
import { idleJobs } from '../../jobs/jobs.ts';
import { aPost, type Post } from '../outside/post.ts';
import { aPushService, type PushService, type TestBrowser } from '../outside/push.ts';
import type { Client } from '../servers/client.ts';
import type { TestClock } from '../servers/clock.ts';
import { startTestServer, type TestServer } from '../servers/server.ts';
import { aBooking, aChatMessage, anAdmin, aService, aUser } from './builders.ts';

/** The first time of a newsroom's clock. */
export const opening = '2026-11-20T02:00:00.000Z';
/** 9:30 am in Sydney, ten days later. */
export const visit = '2026-11-29T22:30:00.000Z';
export const dayBefore = '2026-11-28T22:30:00.000Z';

type Given = Partial<BookingTable>;

/** A server with receivers of its letters and push messages, and a team member, for tests of notices. */
export interface Newsroom {
  server: TestServer;
  db: Db;
  clock: TestClock;
  post: Post;
  pushService: PushService;
  /** A person who has allowed push messages in a browser. */
  aMember(): Promise<{ user: UserTable; client: Client; browser: TestBrowser }>;
  /** Another browser in which a user has allowed them. */
  aBrowserOf(user: { id: string }): Promise<{ client: Client; browser: TestBrowser }>;
  /** A booking of a user, scheduled for `visit` unless given. */
  aVisitOf(user: { id: string }, given?: Given): Promise<BookingTable>;
  /** A booking of a new user who gets letters alone. */
  aMembersVisit(given?: Given): Promise<{ user: UserTable; client: Client; booking: BookingTable }>;
  /** Makes a booking that of a custom request with this title. */
  askFor(bookingId: string, serviceName: string): Promise<void>;
  /** Sets a status as the team. */
  setStatus(bookingId: string, status: BookingStatus): Promise<unknown>;
  /** Completes the work as the team, with its hours. */
  complete(bookingId: string, work: { actualHours: number; reason: string }): Promise<unknown>;
  /** Moves a booking to another time as the team. */
  moveTo(bookingId: string, scheduledDate: string, expectedDate?: string): Promise<unknown>;
  /** Writes in a booking's thread as the team. */
  write(bookingId: string, message?: string, idempotencyKey?: string): Promise<{ status: number }>;
  /** Answers in a user's live chat as the team. */
  answer(userId: string, content?: string): Promise<{ id: string }>;
  /** Announces to a user that this invoice could not be charged. */
  failRenewal(userId: string, invoice: string): Promise<void>;
  /** Changes a booking directly in the database. */
  change(bookingId: string, given: Given): Promise<unknown>;
  /** Runs one round of the jobs. */
  round(): Promise<void>;
  /** Runs one round at this instant. */
  roundAt(instant: string): Promise<void>;
  /** Runs one round after so many seconds. @returns the number of attempts at the push service so far */
  attemptsAfter(seconds: number): Promise<number>;
  /** Ends the server's process and starts another. */
  restart(): Promise<void>;
  /** The subjects of the sent letters. */
  subjects(): string[];
  close(): Promise<void>;
}

export async function startNewsroom(): Promise<Newsroom> {
  const post = aPost();
  const pushService = await aPushService();
  const server = await startTestServer({ env: { PUSH_HOSTS: pushService.host }, deps: { mail: post } });
  const { deps, clock } = server;
  clock.set(opening);
  const { stop, ...rounds } = roundsOf(server, pushService);
  const admin = await anAdmin(deps.db);
  return {
    server,
    db: deps.db,
    clock,
    post,
    pushService,
    ...membersOf(server, pushService),
    ...teamOf(server, admin, await server.as(admin)),
    ...changesBeneath(server),
    ...rounds,
    subjects: () => post.letters.map(({ subject }) => subject),
    async close() {
      await stop();
      await server.close();
      await pushService.close();
    },
  };
}

function membersOf(server: TestServer, pushService: PushService) {
  const { db } = server.deps;
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
  } satisfies Partial<Newsroom>;
}

function teamOf({ deps }: TestServer, admin: UserTable, client: Client) {
  return {
    setStatus: (id, status) => client.call('setBookingStatus', { params: { id }, body: { status } }),
    complete: (id, work) =>
      client.call('setBookingStatus', { params: { id }, body: { status: 'completed', ...work } }),
    moveTo: (id, scheduledDate, expectedDate = visit) =>
      client.call('moveBooking', { params: { id }, body: { scheduledDate, expectedDate } }),
    write: (bookingId, message = 'Hello', idempotencyKey) =>
      client.call('sendMessage', {
        body: { bookingId, message },
        ...(idempotencyKey && { idempotencyKey }),
      }),
    answer: (userId, content = 'Hello') =>
      aChatMessage(deps, { conversationId: userId, sender: admin, content }),
  } satisfies Partial<Newsroom>;
}

/** Changes made directly in the database, without a call of the team. */
function changesBeneath({ deps: { db }, clock }: TestServer) {
  return {
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
  } satisfies Partial<Newsroom>;
}

function roundsOf({ deps, clock }: TestServer, pushService: PushService) {
  let jobs = idleJobs(deps);
  return {
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
      jobs = idleJobs(deps);
    },
    stop: () => jobs.stop(),
  } satisfies Partial<Newsroom> & { stop(): Promise<void> };
}

/** Subscribes as the page does when a person turns notifications on. */
export async function subscribe(client: Client, browser: TestBrowser): Promise<void> {
  const { publicKey } = (await client.call('readPushDevice')).body;
  await client.call('savePushSubscription', { body: browser.subscription(publicKey) });
}

/** The titles of the messages that a browser received. */
export const titles = ({ got }: TestBrowser): string[] => got.map(({ payload }) => payload.title);
