import { customerPaths } from '../../../../api/contract/paths/customer-paths.ts';
import type { BookingDetail } from '../../../../api/contract/schemas/bookings.ts';
import type { ChatMessage } from '../../../../api/contract/schemas/chat.ts';
import type { Message } from '../../../../api/contract/schemas/messages.ts';
import { longestSendingMs } from '../deadlines.ts';
import type { Draw } from './random.ts';

/** One act of a person that the server has carried out. */
interface Effect {
  clientId: string;
  userId: string;
  /** The booking, or the conversation. */
  bookingId: string;
  /** The act's content; no two acts have the same. */
  content: string;
}

interface Booking {
  owner: string;
  status: 'scheduled' | 'completed' | 'cancelled';
  time: string;
  review: string | null;
  outcome: 'release' | 'forfeit';
}

export interface SentRequest {
  method: string;
  path: string;
  /** The person of the browser's cookie. */
  session: string | null;
  /** The person whom the call names in its header. */
  person: string | null;
  key: string;
  body: string | null;
}
export interface ServerAnswer {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

/** The server's stored data. */
interface Books {
  now: () => number;
  bookings: Map<string, Booking>;
  /** The last answer of a colleague in each conversation, by its customer; `null` without one. */
  answers: Map<string, string | null>;
  effects: Effect[];
  /** Idempotency keys of the calls that were carried out. */
  done: Set<string>;
  /** Idempotency keys of the refused calls. */
  refused: Set<string>;
  /** The time at which each photo arrived, and the message that contains it. */
  photos: Map<string, { at: number; messageId?: string }>;
}

/** The person who is of the team, and answers in the conversations of the others. */
export const ofTeam = 'ben';

/**
 * A model of Hearthkeep's server: it recognises repeated calls, refuses some, and its team changes bookings and answers
 * in conversations.
 */
export function aServer(draw: Draw, now: () => number, people: readonly string[], bookingsEach: number) {
  const books: Books = {
    now,
    bookings: bookingsOf(people, bookingsEach),
    answers: new Map(people.map((person) => [person, null])),
    effects: [],
    done: new Set(),
    refused: new Set(),
    photos: new Map(),
  };
  const { effects, refused, bookings, answers, photos } = books;
  let times = 0;
  return {
    effects,
    refused,
    bookings,
    answers,
    /** Carries out a call, or refuses it, in one step. */
    answer(request: SentRequest): ServerAnswer {
      if (!request.session || request.session !== request.person)
        return response(401, { code: 'unauthorized', message: 'Unauthorized' });
      const [, , , id = '', call = '', photo = ''] = request.path.split('/');
      if (call === 'photos') {
        if (!photos.has(photo)) photos.set(photo, { at: now() });
        return response(200, { id: photo });
      }
      const body = JSON.parse(request.body ?? '{}');
      if (request.path === customerPaths.sendChatMessage.path) return chat(books, request, body);
      return id === 'messages' ? message(books, request, body) : change(books, request, id, call, body);
    },
    /** The team changes a booking or answers in a conversation, or the server deletes a photo that no message has claimed. */
    teamActs(): void {
      const booking = draw.one([...bookings.values()]);
      times += 1;
      const acts = [
        () => {
          booking.time = `team ${times}`;
        },
        () => {
          booking.status = draw.one(['scheduled', 'completed', 'cancelled'] as const);
        },
        () => {
          booking.outcome = draw.one(['release', 'forfeit'] as const);
        },
        () => {
          answers.set(draw.one(people), `answer ${times}`);
        },
        // The server deletes a photo whose message has not come in time.
        () => {
          const old = [...photos].find(
            ([, { at, messageId }]) => !messageId && now() - at > longestSendingMs,
          );
          if (old) photos.delete(old[0]);
        },
      ];
      draw.one(acts)();
    },
  };
}
export type Server = ReturnType<typeof aServer>;

function bookingsOf(people: readonly string[], bookingsEach: number): Map<string, Booking> {
  const bookings = new Map<string, Booking>();
  for (const owner of people)
    for (let n = 0; n < bookingsEach; n += 1)
      bookings.set(`${owner}-${n}`, {
        owner,
        status: 'scheduled',
        time: 'T0',
        review: null,
        outcome: 'release',
      });
  return bookings;
}

const response = (status: number, body: object): ServerAnswer => ({ status, body: JSON.stringify(body) });
const detailOf = (id: string): ServerAnswer =>
  response(200, { id, statusChanges: [] } as unknown as BookingDetail);

function refusal({ refused }: Books, key: string, status: number, code: string): ServerAnswer {
  refused.add(key);
  return response(status, { code, message: `${code}, as the server says` });
}

function effect({ done, effects }: Books, request: SentRequest, bookingId: string, content: string): void {
  done.add(request.key);
  effects.push({ clientId: request.key, userId: request.session ?? '', bookingId, content });
}

function message(
  books: Books,
  request: SentRequest,
  body: { bookingId: string; message: string; photoIds?: string[] },
): ServerAnswer {
  const { bookings, done, photos, now } = books;
  const answer = response(200, {
    id: `m-${request.key}`,
    clientId: request.key,
    bookingId: body.bookingId,
    message: body.message,
    photos: [],
    createdAt: '',
    senderType: 'customer',
  } satisfies Message);
  if (done.has(request.key)) return answer;
  if (bookings.get(body.bookingId)?.owner !== request.session)
    return refusal(books, request.key, 404, 'not_found');
  for (const id of body.photoIds ?? [])
    if (!photos.has(id)) return response(409, { code: 'photo_missing', message: 'Not here yet' });
    else if (photos.get(id)?.messageId) return refusal(books, request.key, 409, 'conflict');
  for (const id of body.photoIds ?? []) photos.set(id, { at: now(), messageId: request.key });
  effect(books, request, body.bookingId, body.message);
  return answer;
}

function chat(
  books: Books,
  request: SentRequest,
  body: { conversationId: string; isSupport: boolean; content: string; lastSeenId?: string | null },
): ServerAnswer {
  const { conversationId, isSupport, content, lastSeenId } = body;
  const answer = response(200, {
    id: `m-${request.key}`,
    clientId: request.key,
    conversationId,
    seq: 1,
    content,
    timestamp: '',
    isSupport,
    sender: '',
  } satisfies ChatMessage);
  if (books.done.has(request.key)) return answer;
  if (isSupport && request.session !== ofTeam) return refusal(books, request.key, 403, 'forbidden');
  if (!isSupport && conversationId !== request.session) return refusal(books, request.key, 404, 'not_found');
  if (isSupport && lastSeenId !== undefined && lastSeenId !== books.answers.get(conversationId))
    return refusal(books, request.key, 409, 'conflict');
  effect(books, request, conversationId, content);
  return answer;
}

function change(
  books: Books,
  request: SentRequest,
  id: string,
  call: string,
  body: Record<string, string>,
): ServerAnswer {
  const booking = books.bookings.get(id);
  if (!booking || booking.owner !== request.session) return refusal(books, request.key, 404, 'not_found');
  if (books.done.has(request.key)) return detailOf(id);
  if (call === 'review') {
    if (booking.review !== null && booking.review !== body.review)
      return refusal(books, request.key, 409, 'already_reviewed');
    if (booking.status !== 'completed') return refusal(books, request.key, 409, 'conflict');
    booking.review = body.review ?? '';
    effect(books, request, id, booking.review);
    return detailOf(id);
  }
  if (booking.status !== 'scheduled') return refusal(books, request.key, 409, 'conflict');
  if (call === 'reschedule') {
    if (body.expectedDate !== booking.time) return refusal(books, request.key, 409, 'conflict');
    booking.time = body.scheduledDate ?? '';
    effect(books, request, id, booking.time);
  } else {
    if (body.outcome !== booking.outcome) return refusal(books, request.key, 409, 'terms_changed');
    booking.status = 'cancelled';
    effect(books, request, id, `cancel ${request.key}`);
  }
  return detailOf(id);
}
