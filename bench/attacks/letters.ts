import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { aBooking } from '../../api/testing/builders/builders.ts';
import { type SignedIn, signInMany } from '../sockets/people.ts';
import type { Attack, Target } from './attack.ts';

const letterCount = 120;
/** The interval of the job that sends letters, and a few of them. */
const boundMs = 33_000;
const lookMs = 50;
const patienceMs = 180_000;

/**
 * Letters about a hundred and twenty bookings of one person, beside a member who asks for the deletion of their account
 * and takes it back as often as they may. Another person's letter becomes due when the first of these has gone out.
 */
export const letters: Attack = {
  name: `${letterCount} letters to one person, and a deletion asked for and taken back again and again`,
  async begin(target) {
    const { product, mail } = target;
    const people = (await signInMany(product.db, 3, 'customer')) as [SignedIn, SignedIn, SignedIn];
    const [receiver, other, leaver] = people;
    const [writer] = (await signInMany(product.db, 1, 'admin')) as [SignedIn];
    const went = () => mail.taken.filter(({ to }) => to.includes(receiver.id)).length;
    await writeToAll(target, writer, receiver);
    await until(() => went() > 0);
    await askForDeletion(target, other);
    const dueAt = performance.now();
    const waited = until(() => mail.taken.some(({ to }) => to.includes(other.id))).then(() => ({
      ms: performance.now() - dueAt,
      before: went(),
    }));
    const changes = changeTheirMind(target, leaver);
    return async () => {
      const { ms, before } = await waited;
      const { requests, kept } = await changes.stop();
      const theirs = mail.taken.filter(({ to }) => to.includes(leaver.id)).length;
      return {
        isHeld: ms <= boundMs,
        text:
          `another's letter waited ${(ms / 1000).toFixed(1)} s, after ${before} of the ${letterCount}; ` +
          `asked ${requests} times, taken back ${kept} times, ${theirs} letters of that`,
      };
    };
  },
};

async function writeToAll(target: Target, writer: SignedIn, receiver: SignedIn): Promise<void> {
  const { db } = target.product;
  const { id: service_id } = await db.selectFrom('services').select('id').executeTakeFirstOrThrow();
  for (let n = 0; n < letterCount; n++) {
    const { id: bookingId } = await aBooking(db, { user_id: receiver.id, service_id });
    const body = { bookingId, message: 'When may we come?' };
    const { status } = await ask(target, writer, 'POST', '/api/bookings/messages', body);
    if (status !== 200) throw new Error(`The team could not write: ${status}`);
  }
}

/** Asks and takes back as fast as the answers come, with a pause when there were too many. */
function changeTheirMind(target: Target, person: SignedIn) {
  const done = { requests: 0, kept: 0 };
  let stopped = false;
  const work = (async () => {
    while (!stopped) {
      const requestStatus = await askForDeletion(target, person);
      if (requestStatus === 200) done.requests += 1;
      const { status } = await ask(target, person, 'DELETE', '/api/account-deletion');
      if (status === 200) done.kept += 1;
      if (requestStatus === 429 || status === 429) await wait(1_000);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await work;
      return done;
    },
  };
}

const askForDeletion = async (target: Target, { id, cookie }: SignedIn): Promise<number> => {
  const body = { email: `${id}@example.com` };
  return (await ask(target, { id, cookie }, 'POST', '/api/account-deletion', body)).status;
};

async function ask(
  { product: { url } }: Target,
  { cookie }: SignedIn,
  method: 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<Response> {
  const response = await fetch(url + path, {
    method,
    headers: {
      cookie,
      origin: url,
      'x-forwarded-for': '198.51.100.10',
      'idempotency-key': randomUUID(),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response;
}

async function until(isSo: () => boolean): Promise<void> {
  const late = performance.now() + patienceMs;
  while (!isSo()) {
    if (performance.now() > late) throw new Error('A letter did not come');
    await wait(lookMs);
  }
}
