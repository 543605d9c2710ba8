import { daysAfter } from '../../api/core/durations.ts';
import type { Attack } from './attack.ts';

const atOnce = 500;

/** Bookings of one person, all sent in the same moment, and again when all are answered. */
export const writesAtOnce: Attack = {
  name: `${atOnce} bookings at once by one member, again and again`,
  async begin({ product, stranger }) {
    const { db, url } = product;
    const { id: serviceId } = await db.selectFrom('services').select('id').executeTakeFirstOrThrow();
    const body = JSON.stringify({
      serviceId,
      // A morning in Sydney: the business is closed at night.
      scheduledDate: `${daysAfter(new Date(), 10).toISOString().slice(0, 11)}23:00:00.000Z`,
      notes: '',
      paymentType: 'subscription',
    });
    const answers: Record<string, number> = {};
    let stopped = false;
    const book = async () => {
      const response = await fetch(`${url}/api/bookings`, {
        method: 'POST',
        headers: {
          cookie: stranger.cookie,
          origin: url,
          'content-type': 'application/json',
          'x-forwarded-for': '198.51.100.8',
        },
        body,
      });
      await response.arrayBuffer();
      answers[response.status] = (answers[response.status] ?? 0) + 1;
    };
    // The server may cut connections that it cannot serve.
    const lost = () => {
      answers['without an answer'] = (answers['without an answer'] ?? 0) + 1;
    };
    const rounds = (async () => {
      while (!stopped) await Promise.all(Array.from({ length: atOnce }, () => book().catch(lost)));
    })();
    return async () => {
      stopped = true;
      await rounds;
      if (!answers[201] && !answers[200]) throw new Error('No booking was made, so nothing was tried');
      return Object.entries(answers)
        .map(([answer, count]) => `${count} times ${answer}`)
        .join(', ');
    };
  },
};
