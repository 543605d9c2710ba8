import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { access } from '../../contract/access/access.ts';
import { files } from '../../contract/access/files.ts';
import { permissions, withRequired } from '../../contract/access/permissions.ts';
import type { Call } from '../../contract/calls/call.ts';
import { calls } from '../../contract/calls/calls.ts';
import type { CallName } from '../../contract/paths/paths.ts';
import { aBooking, aUser } from '../../testing/builders/builders.ts';
import { aPicture } from '../../testing/builders/photos.ts';
import type { Client } from '../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../testing/servers/server.ts';
import { openSocket } from '../../testing/servers/socket.ts';

const people = [
  'nobody',
  'customer',
  'worker',
  'accountant',
  'support',
  'dispatcher',
  'administrator',
] as const;
type Somebody = (typeof people)[number];

/**
 * Who may do what. The columns are the people, in this order; an `x` lets them, a dot refuses. The last lines are no
 * calls: files, others' bookings reached by the customers' own calls, and the socket's events.
 */
const table = `
nobody customer worker accountant support dispatcher administrator
  x       x       x        x         x        x            x       readConfig listCategories listServices listPlans
  x       x       x        x         x        x            x       readBusiness readTexts readPicture
  x       x       x        x         x        x            x       readService
  .       x       x        x         x        x            x       readUser readPreferences savePreferences
  .       x       x        x         x        x            x       listHomes createHome changeHome
  .       x       x        x         x        x            x       deleteHome joinHomes answerSuggestedHomes
  .       x       x        x         x        x            x       readPushDevice savePushSubscription removePushSubscription
  .       x       x        x         x        x            x       listSessions endSession endAllSessions
  .       x       x        x         x        x            x       readDataExport readAccountDeletion requestAccountDeletion
  .       x       x        x         x        x            x       keepAccount requestDataExport listBookings
  .       x       x        x         x        x            x       readBooking readBookingTerms createBooking
  .       x       x        x         x        x            x       readServiceSlots listSlots readLastWorker createHold endHold
  .       x       x        x         x        x            x       requestCustomService rescheduleBooking cancelBooking
  .       x       x        x         x        x            x       payWaitingBooking payPastHours agreeToExtraHours
  .       x       x        x         x        x            x       declineExtraHours reviewBooking acceptQuote
  .       x       x        x         x        x            x       declineQuote readCalendarLink createCalendarLink
  .       x       x        x         x        x            x       revokeCalendarLink listMessages sendMessage
  .       x       x        x         x        x            x       putPhoto readPhoto createPaymentIntent
  .       x       x        x         x        x            x       putAnswerPhoto readAnswerPhoto
  .       x       x        x         x        x            x       confirmOneTimePayment cancelPaymentIntent createSubscription
  .       x       x        x         x        x            x       readSubscription previewSubscription changeSubscription
  .       x       x        x         x        x            x       paySubscription createSetupIntent listPaymentMethods
  .       x       x        x         x        x            x       removePaymentMethod makePaymentMethodDefault listBillingHistory
  .       x       x        x         x        x            x       readHours listHoursStatement readChat
  .       x       x        x         x        x            x       listChatMessages sendChatMessage seeChat
  .       x       x        x         x        x            x       file:statement file:personalData readTeamChoices
  .       x       x        x         x        x            x       saveTeamChoices
  .       .       .        .         x        .            x       listConversations readConversation listConversationMessages
  .       .       .        .         x        .            x       seeConversation changeConversation listCannedReplies
  .       .       .        .         x        .            x       addCannedReply changeCannedReply removeCannedReply
  .       .       .        .         x        .            x       giveHours socket:join socket:typing
  .       .       .        .         x        .            x       socket:message
  .       .       .        .         x        x            x       listRequests countRequests listAllBookings
  .       .       .        .         x        x            x       summariseBookings readAnyBooking contactCustomer
  .       .       .        .         x        x            x       writeToChosen waiveAnswer
  .       .       .        .         x        x            x       listExtraHours readSchedule readLiveWork readToday
  .       .       .        .         x        x            x       listCandidates
  .       .       .        .         x        x            x       file:bookings other:booking other:messages
  .       .       .        .         x        x            x       other:photo other:write other:upload
  .       .       .        .         .        x            x       listRequestSlots
  .       .       .        .         .        x            x       sendQuote withdrawQuote previewBookingStatus
  .       .       .        .         .        x            x       setBookingStatus withdrawExtraHours moveBooking
  .       .       .        .         .        x            x       confirmBookings assignWorker
  .       .       .        x         x        x            x       listCustomers readCustomer readCustomerHours
  .       .       .        x         x        x            x       listCustomerStatement
  .       .       .        x         .        .            x       giveBackHours listCustomerBilling readCharge
  .       .       .        x         .        .            x       refundCharge listDisputes readDispute
  .       .       .        x         .        .            x       listStuckRefunds settleStuckRefund listUnclearAtProvider
  .       .       .        x         .        .            x       settleUnclearAtProvider listLeftAtProvider settleLeftAtProvider
  .       .       .        x         .        .            x       readReport
  .       .       .        .         .        .            x       changeRole readCustomerData requestCustomerData
  .       .       .        .         .        .            x       listRoles addRole editRole
  .       .       .        .         .        .            x       removeRole listInvitations invite
  .       .       .        .         .        .            x       revokeInvitation
  .       .       .        .         .        .            x       readCustomerDeletion requestCustomerDeletion keepCustomer
  .       .       .        .         .        .            x       listActs
  .       .       .        .         .        .            x       readBusinessSettings saveBusiness previewOpening
  .       .       .        .         .        .            x       listHolidays
  .       .       x        .         .        .            x       readOwnWeek readOwnLeave askForLeave takeBackLeave
  .       .       .        .         .        .            x       listWorkers readWorker putWorker addWorkerPicture
  .       .       .        .         .        .            x       inviteWorker putLeave dropLeave listConcerned
  .       .       .        .         .        .            x       listServiceTimes putServiceTimes
  .       .       .        .         .        .            x       readTextSettings saveTexts readLookSettings
  .       .       .        .         .        .            x       saveLook putBrandPicture
  .       .       .        .         .        .            x       readOffer putOfferCategory putOfferService
  .       .       .        .         .        .            x       readPlanBook putPlanDraft dropPlanDraft markPlan
  .       .       .        .         .        .            x       orderPlans readPlanEffects publishPlan unschedulePlan
  .       .       .        .         .        .            x       orderOffer readOfferEffects putOfferDraft dropOfferDraft addOfferPicture
  .       .       .        .         .        .            x       readCategoryEffects
  .       .       .        .         .        .            x       putOfferCategoryDraft dropOfferCategoryDraft publishOffer previewOfferPublication
`;

let server: TestServer;
let owner: { id: string };
let bookingId: string;
let photoId: string;
const ids = {} as Record<Somebody, string>;
const clients = {} as Record<Somebody, Client>;
beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.deps;
  owner = await aUser(db, { last_name: 'Owner' });
  const booking = await aBooking(db, { user_id: owner.id });
  bookingId = booking.id;
  photoId = randomUUID();
  const theirs = await server.as(owner);
  await theirs.call('putPhoto', { params: { id: bookingId, photoId }, upload: await aPicture() });
  await theirs.call('sendMessage', { body: { bookingId, message: 'Here it is', photoIds: [photoId] } });
  for (const who of people.slice(1)) {
    const user = await one(who);
    ids[who] = user.id;
    clients[who] = await server.as(user);
  }
  clients.nobody = server.anyone;
});
afterAll(() => server.close());

const one = (who: Somebody) => aUser(server.deps.db, { role_id: who === 'customer' ? null : who });

/** The people whom the table lets do each thing. */
const expected = new Map<string, Somebody[]>();
for (const line of table.trim().split('\n').slice(1)) {
  const words = line.trim().split(/\s+/);
  const allowed = people.filter((_, n) => words[n] === 'x');
  for (const name of words.slice(people.length)) expected.set(name, allowed);
}

/** Whether an answer lets its person in; a call without its object or its body is refused only after that. */
async function isLetIn(answer: Response): Promise<boolean> {
  if (answer.status === 401) return false;
  if (answer.status !== 403) return true;
  const { code } = (await answer.json()) as { code: string };
  expect(code).toBe('forbidden');
  return false;
}

const json = { 'content-type': 'application/json' };
const all = Object.entries(calls as Record<CallName, Call>) as [CallName, Call][];
const isOfTeam = (name: CallName) => access[name] !== 'anyone' && access[name] !== 'person';

// A person for each call, because one ends all sessions of its person.
const ask = async (who: Somebody, call: { method: string; path: string }): Promise<boolean> =>
  askAs(who === 'nobody' ? server.anyone : await server.as(await one(who)), call);

async function askAs(client: Client, { method, path }: { method: string; path: string }): Promise<boolean> {
  const answer = await client.raw(
    method,
    path.replace(/:\w+/g, () => randomUUID()),
    {
      headers: { ...json, origin: server.url },
      ...(method === 'GET' ? {} : { body: '{}' }),
    },
  );
  return isLetIn(answer);
}

test('each call of the contract lets in the people of the table, and nobody else', async () => {
  const found: Record<string, Somebody[]> = {};
  // One call after the other: of more than a thousand connections opened at once, a busy machine resets some.
  for (const [name, call] of all) {
    const answers = await Promise.all(people.map((who) => ask(who, call)));
    found[name] = people.filter((_, n) => answers[n]);
  }
  expect(found).toEqual(
    Object.fromEntries(all.map(([name]) => [name, expected.get(name) ?? 'is not in the table'])),
  );
});

test('an own role of one permission is let into the calls that name it, or one that it requires', async () => {
  const { db } = server.deps;
  for (const permission of permissions) {
    const rights = withRequired([permission]);
    const role = {
      name: permission,
      permissions: JSON.stringify(rights),
      is_built_in: 0 as const,
      created_at: '',
      updated_at: '',
    };
    await db
      .insertInto('roles')
      .values({ id: permission, ...role })
      .execute();
    const client = await server.as(await aUser(db, { role_id: permission }));
    const ofTeam = all.filter(([name]) => isOfTeam(name));
    const answers = await Promise.all(ofTeam.map(([, call]) => askAs(client, call)));
    expect(
      ofTeam.filter((_, n) => answers[n]).map(([name]) => name),
      permission,
    ).toEqual(ofTeam.map(([name]) => name).filter((name) => (rights as string[]).includes(access[name])));
  }
});

test('each file lets in the people of the table', async () => {
  for (const [name, file] of Object.entries(files)) {
    const answers = await Promise.all(people.map((who) => ask(who, { method: 'GET', path: file.path })));
    expect(
      people.filter((_, n) => answers[n]),
      name,
    ).toEqual(expected.get(`file:${name}`));
  }
});

test('calls of customers open another person’s booking to the people of the table', async () => {
  const params = { id: bookingId };
  const ways: Record<string, (by: Client) => Promise<{ status: number }>> = {
    'other:booking': (by) => by.call('readBooking', { params }),
    'other:messages': (by) => by.call('listMessages', { params }),
    'other:photo': (by) => by.raw('GET', `/api/bookings/${bookingId}/photos/${photoId}`),
    'other:write': (by) => by.call('sendMessage', { body: { bookingId, message: 'Good morning' } }),
    'other:upload': async (by) =>
      by.call('putPhoto', { params: { ...params, photoId: randomUUID() }, upload: await aPicture() }),
  };
  for (const [name, way] of Object.entries(ways)) {
    const answers = await Promise.all(people.map(async (who) => (await way(clients[who])).status));
    expect(
      answers.filter((status) => ![200, 401, 403, 404].includes(status)),
      name,
    ).toEqual([]);
    expect(
      people.filter((_, n) => answers[n] === 200),
      name,
    ).toEqual(expected.get(name));
  }
  const soon = new Date(server.clock.now().getTime() + 5 * 86_400_000).toISOString();
  const decide = await Promise.all(
    people.map(
      async (who) =>
        (await clients[who].call('rescheduleBooking', { params, body: { scheduledDate: soon } })).status,
    ),
  );
  expect(decide, 'nobody decides for the customer').toEqual([401, 404, 404, 404, 403, 403, 403]);
});

test('the socket lets the people of the table speak and listen as support', async () => {
  const signedIn = people.filter((who) => who !== 'nobody');
  for (const type of ['join', 'typing', 'message'] as const) {
    const may = await Promise.all(
      signedIn.map(async (who) => {
        const socket = await openSocket(server, { id: ids[who] });
        const data = { userId: ids[who], isSupport: true, conversationId: owner.id };
        if (type === 'message') socket.send({ type, data: { ...data, content: `I am ${who}` } });
        else socket.send({ type, data });
        socket.send({ type: 'ping', data: {} });
        const ended = socket.closed.then((code) => ({ code }));
        const first = await Promise.race([ended, socket.next('pong').then(() => null)]);
        if (first) expect(first.code).toBe(1008);
        else await socket.close();
        return first === null;
      }),
    );
    expect(
      signedIn.filter((_, n) => may[n]),
      type,
    ).toEqual(expected.get(`socket:${type}`));
  }
});

test('hints to the team name to each person the paths that their calls may read', async () => {
  const reads = all.filter(([name, call]) => call.method === 'GET' && isOfTeam(name));
  const id = randomUUID();
  const keyOf = ({ path }: Call) => path.replace(/:\w+/g, id);
  for (const who of people.slice(1)) {
    const socket = await openSocket(server, { id: ids[who] });
    server.deps.changes.tell({ admins: true, keys: reads.map(([, call]) => keyOf(call)) });
    server.deps.changes.tell({ people: [ids[who]], keys: ['/api/the-end'] });
    await socket.next('changed', ({ keys }) => keys.includes('/api/the-end'));
    // Messages of the test before are hinted later.
    const readable = new Set(reads.map(([, call]) => keyOf(call)));
    const hinted = new Set(
      socket.all('changed').flatMap(({ keys }) => keys.filter((key) => readable.has(key))),
    );
    const theirs = reads.filter(([name]) => expected.get(name)?.includes(who));
    expect([...hinted].sort(), who).toEqual(theirs.map(([, call]) => keyOf(call)).sort());
    await socket.close();
  }
});
