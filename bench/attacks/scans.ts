import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { aBooking } from '../../api/testing/builders/builders.ts';
import { ofManyScans } from '../../api/testing/builders/photos.ts';
import { type SignedIn, signInMany } from '../sockets/people.ts';
import type { Attack } from './attack.ts';

/** As many uploads as one person may have under way. */
const atOnce = 10;
/** Forty megapixels, the most that are accepted. */
const sides = { width: 7_300, height: 5_475 };
const ownScans = 10;
/** The pause after an answer that asks for patience. */
const pauseMs = 1_000;

/** Photos of one person that a decoder goes over so many times, one after the other on each of ten connections. */
const uploads = (scans: number): Attack => ({
  name: `progressive JPEGs of ${scans} scans and 40 megapixels by one member, ${atOnce} at once`,
  async begin({ product: { db, url } }) {
    // A person of its own: another attack's uploads count for a minute.
    const [sender] = (await signInMany(db, 1, 'customer')) as [SignedIn];
    const { id: service_id } = await db.selectFrom('services').select('id').executeTakeFirstOrThrow();
    const { id: bookingId } = await aBooking(db, { user_id: sender.id, service_id });
    const body = await ofManyScans(scans - ownScans, sides);
    const answers: Record<string, number> = {};
    let stopped = false;
    const upload = async () => {
      const response = await fetch(`${url}/api/bookings/${bookingId}/photos/${randomUUID()}`, {
        method: 'PUT',
        headers: {
          cookie: sender.cookie,
          origin: url,
          'content-type': 'image/jpeg',
          'x-forwarded-for': '198.51.100.9',
        },
        body,
      });
      await response.arrayBuffer();
      answers[response.status] = (answers[response.status] ?? 0) + 1;
      if (response.status === 429) await wait(pauseMs);
    };
    const all = Array.from({ length: atOnce }, async () => {
      while (!stopped) await upload();
    });
    return async () => {
      stopped = true;
      await Promise.all(all);
      const each = Object.entries(answers).map(([answer, count]) => `${count} times ${answer}`);
      return `${(body.length / 1000).toFixed(0)} kB each; ${each.join(', ')}`;
    };
  },
});

export const manyScans = uploads(600);
/** The most scans that are decoded. */
export const mostScans = uploads(20);
