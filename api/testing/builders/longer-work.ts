import { randomUUID } from 'node:crypto';
import type { BookingDetail } from '../../contract/schemas/bookings.ts';
import { cards } from '../outside/cards.ts';
import type { Client } from '../servers/client.ts';
import type { TestServer } from '../servers/server.ts';
import { aService } from './builders.ts';
import { aPayingMember } from './plans.ts';
import { overageChargesOf } from './short-member.ts';

/** The reason that the team gives for longer work. */
export const reason = 'The gutters were full of tiles.';
type Hours = { status?: 'completed' | 'scheduled' | 'cancelled'; actualHours?: number; reason?: string };

/** The terms that the app sends: those that it shows. */
export function termsIn({ extra }: BookingDetail) {
  const { planHours = -1, cardHours = -1, past } = extra?.terms ?? {};
  return { questionId: extra?.id ?? randomUUID(), planHours, cardHours, amountCents: past?.amountCents ?? 0 };
}

/** A member of the Basic plan, 5 hours, with a booking of 2; another booking holds some. */
export async function aMemberWithWork(
  { server, team }: { server: TestServer; team: Client },
  { held = 0, card = cards.succeeds }: { held?: number; card?: string } = {},
) {
  const { db } = server.deps;
  const member = await aPayingMember(server, 'basic', card);
  const book = async (hours: number, agree = false) => {
    const { id: serviceId } = await aService(db, { name: 'Gutter cleaning', estimated_minutes: hours * 60 });
    const { body: terms } = await member.client.call('readBookingTerms', { query: { serviceId } });
    const past = agree && terms.past;
    const { body } = await member.client.call('createBooking', {
      body: {
        serviceId,
        scheduledDate: '2026-11-25T22:30:00.000Z',
        notes: '',
        paymentType: 'subscription',
        ...(past && { past: { missingHours: terms.missingHours, amountCents: past.amountCents } }),
      },
      idempotencyKey: randomUUID(),
    });
    return body.id as string;
  };
  if (held) await book(held);
  const id = await book(2, true);
  const params = { id };
  const set = ({ status = 'completed', ...rest }: Hours) =>
    team.call('setBookingStatus', { params, body: { status, ...rest } });
  const read = async (): Promise<BookingDetail> => (await member.client.call('readBooking', { params })).body;
  const shown = async () => termsIn(await read());
  const agree = async (body?: Awaited<ReturnType<typeof shown>>, by: Pick<Client, 'call'> = member.client) =>
    by.call('agreeToExtraHours', { params, body: body ?? (await shown()) });
  const decline = async (questionId?: string, by: Pick<Client, 'call'> = member.client) =>
    by.call('declineExtraHours', {
      params,
      body: { questionId: questionId ?? (await shown()).questionId },
    });
  const withdraw = (questionId: string, by: Pick<Client, 'call'> = team) =>
    by.call('withdrawExtraHours', { params, query: { questionId } });
  const charges = () => overageChargesOf(server, id);
  const readQuestions = () =>
    db
      .selectFrom('notices')
      .select('occasion')
      .where('booking_id', '=', id)
      .where('kind', '=', 'extra_hours')
      .execute();
  return { ...member, id, params, book, set, read, shown, agree, decline, withdraw, charges, readQuestions };
}
