import { randomUUID } from 'node:crypto';
import { acts, today } from '../../../bus/changed.ts';
import { isolated } from '../../../contract/rules/visible-text.ts';
import type { ChatMessage, ChatState } from '../../../contract/schemas/chat.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { notAllowed, notFound, Refusal } from '../../../core/refusal.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { badCursor, type Page } from '../../../db/keyset.ts';
import type { Deps } from '../../../deps.ts';
import { readPermissions, readPerson } from '../account/account.service.ts';
import { refuseGone } from '../account/deletion/deletion-state.service.ts';
import { recordAct } from '../audit/audit.service.ts';
import { announceChatAnswer, forgetChatAnswers } from '../notices/notices.service.ts';
import { presentChatMessage, senderName } from './chat.presenter.ts';
import {
  advanceConversation,
  beginConversation,
  type ChatMessageRow,
  type ConversationRow,
  countAfter,
  insertMessage,
  lockConversation,
  selectByClientId,
  selectConversation,
  selectLastPlaces,
  selectMessagesAfter,
  selectMessagesBefore,
  selectOthersAnswer,
  selectPlaceOf,
  updateConversation,
} from './chat.repository.ts';
import { inboxPlace } from './inbox-place.ts';

/** A message as its writer sees it; other readers do not get its `clientId`. */
export interface Written {
  message: ChatMessage;
  writerId: string;
}

/**
 * A message as sent. The policy has allowed `isSupport` and `conversationId`. `clientId` is the device's own id.
 * `lastSeenId`, from support alone, is the newest message that the writer had seen: `null` if there was none, left
 * out if the app does not send it.
 */
export interface Sent {
  conversationId: string;
  isSupport: boolean;
  content: string;
  clientId: string | null;
  lastSeenId?: string | null | undefined;
}

const writtenFrom = (row: ChatMessageRow): Written => ({
  message: presentChatMessage(row, row.sender_id),
  writerId: row.sender_id,
});

export type Parts = Pick<Deps, 'db' | 'clock' | 'bus' | 'changes'>;

const pageLength = 200;
const end = 2 ** 31 - 1;

/** The state of a conversation for its customer. */
export async function readChat(db: Db, person: Person, supportOnline: boolean): Promise<ChatState> {
  const [row] = await selectConversation(db, { userId: person.id });
  return { unread: row?.customer_unread ?? 0, lastSeq: row?.last_seq ?? 0, supportOnline };
}

/**
 * A conversation's messages, oldest first. The first page holds the newest ones; `next` leads to those before.
 * @throws Refusal `invalid_input` for an unknown cursor
 */
export async function listChatMessages(
  db: Db,
  person: Person,
  conversationId: string,
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<ChatMessage>> {
  const limit = page.limit ?? pageLength;
  const before = readPlace(page.cursor);
  const rows = await selectMessagesBefore(db, { conversationId, before, rows: limit + 1 });
  const given = rows.slice(0, limit).reverse();
  const next = rows.length > limit ? String(given[0]?.seq) : null;
  return { rows: given.map((row) => presentChatMessage(row, person.id)), next };
}

function readPlace(cursor: string | undefined): number {
  if (cursor === undefined) return end;
  if (!/^\d{1,9}$/.test(cursor)) throw badCursor();
  return Number(cursor);
}

/**
 * Notes that the customer has seen their conversation up to a message; never moves back.
 * @throws Refusal `not_found` for a message that is not theirs to see
 */
export async function seeChat(deps: Parts, person: Person, messageId: string): Promise<void> {
  const { db, clock, changes } = deps;
  const seen = await markSeen(db, person.id, messageId, 'customer', instant(clock));
  if (seen) changes.tell({ people: [person.id], keys: ['/api/chat'] });
}

/**
 * Moves the last place that one side has seen.
 * @returns whether anything changed
 * @throws Refusal `not_found` if the conversation has no such message
 */
export async function markSeen(
  db: Db,
  conversationId: string,
  messageId: string,
  side: 'customer' | 'team',
  now: string,
): Promise<boolean> {
  const [message] = await selectPlaceOf(db, { conversationId, messageId });
  if (!message) throw notFound('Message');
  const { seq } = message;
  return db.transaction().execute(async (tx) => {
    const [row] = await lockConversation(tx, { userId: conversationId });
    if (!row || seq <= (side === 'team' ? row.team_seen_seq : row.customer_seen_seq)) return false;
    const counted = await countAfter(tx, { conversationId, after: seq, isSupport: side === 'team' ? 0 : 1 });
    const unread = counted[0]?.count ?? 0;
    await change(
      tx,
      row,
      side === 'team'
        ? { team_seen_seq: seq, team_unread: unread }
        : { customer_seen_seq: seq, customer_unread: unread },
      now,
    );
    if (side === 'customer') await forgetChatAnswers(tx, conversationId, seq);
    return true;
  });
}

/** Writes a change of a locked conversation, and its new place in the inbox. */
export async function change(
  db: Tx,
  row: ConversationRow,
  changed: Partial<ConversationRow>,
  now: string,
): Promise<void> {
  const inbox_place = inboxPlace({ ...row, ...changed });
  await updateConversation(db, row.user_id, { ...changed, inbox_place, updated_at: now });
}

/**
 * Locks a customer's conversation, and begins it if there is none.
 * @throws Refusal `not_found` if there is no such customer
 */
export async function lockOrBegin(db: Tx, userId: string, now: string): Promise<ConversationRow> {
  const [known] = await lockConversation(db, { userId });
  if (known) return known;
  if (!(await readPerson(db, userId))) throw notFound('Customer');
  await beginConversation(db, {
    user_id: userId,
    status: 'open',
    assignee_id: null,
    last_seq: 0,
    last_at: null,
    customer_seen_seq: 0,
    customer_unread: 0,
    team_seen_seq: 0,
    team_unread: 0,
    waiting_since: null,
    wait_noted: null,
    inbox_place: inboxPlace({ team_unread: 0, waiting_since: null, last_at: null }),
    created_at: now,
    updated_at: now,
  });
  const [begun] = await lockConversation(db, { userId });
  if (!begun) throw new Error('The conversation could neither be found nor begun');
  return begun;
}

/**
 * Stores a message at the end of a conversation, and tells everyone. A customer's message reopens the conversation
 * and waits for an answer; the team's message is that answer.
 * @param sent a repeat of its `clientId` returns the message stored first
 * @param onStored called with a new message before anybody is told
 * @throws Refusal `not_found` if there is no such customer; `key_reused`; `forbidden` for a person who has left the
 * team; `conflict` if another of the team has answered since `lastSeenId`, or the customer's account is being
 * deleted
 */
export async function storeChatMessage(
  deps: Parts,
  person: Person,
  sent: Sent,
  onStored: (written: Written) => void = () => {},
): Promise<Written> {
  const { db, clock, bus, changes } = deps;
  const { row, isNew } = await db.transaction().execute((tx) => store(tx, clock, person, sent));
  if (row.conversation_id !== sent.conversationId || row.content !== sent.content)
    throw new Refusal('key_reused', 'This id was used for another message');
  const written = writtenFrom(row);
  const id = row.conversation_id;
  if (isNew) onStored(written);
  // A repeat is announced too: the answer to the first commit may have been lost, and nobody told. Readers ignore
  // what they have.
  bus.tell({ kind: 'message', conversationId: id, seq: row.seq });
  changes.tell({ people: [id], keys: ['/api/chat'] });
  const keys = ['/api/admin/conversations', `/api/admin/conversations/${id}`, today];
  changes.tell({ admins: true, of: id, keys: sent.isSupport ? [...keys, acts] : keys });
  return written;
}

async function store(
  db: Tx,
  clock: Deps['clock'],
  person: Person,
  sent: Sent,
): Promise<{ row: ChatMessageRow; isNew: boolean }> {
  const { conversationId, isSupport, content, clientId } = sent;
  // A socket may not know yet that its person has left the team.
  if (isSupport && !(await readPermissions(db, person.id)).has('support.answer')) throw notAllowed();
  await refuseGone(db, conversationId);
  const row = await lockOrBegin(db, conversationId, instant(clock));
  // Read after the lock is held, so that times follow the order of places.
  const now = instant(clock);
  const seq = row.last_seq + 1;
  const message = {
    id: randomUUID(),
    conversation_id: conversationId,
    seq,
    sender_id: person.id,
    is_support: isSupport ? 1 : 0,
    content,
    client_id: clientId,
    created_at: now,
  };
  const [added] = await insertMessage(db, message);
  if (!added) {
    const [known] = await selectByClientId(db, { senderId: person.id, clientId: clientId ?? '' });
    if (!known) throw new Error('The message with this client id could not be read');
    return { row: known, isNew: false };
  }
  // Checked only for a new message: a stored one stays stored, whoever has answered since.
  if (isSupport && sent.lastSeenId !== undefined)
    await refuseUnseen(db, person, conversationId, sent.lastSeenId);
  const after: ConversationRow = { ...row, last_seq: seq, last_at: now, updated_at: now };
  if (isSupport) {
    after.customer_unread += 1;
    after.waiting_since = null;
  } else {
    after.team_unread += 1;
    after.waiting_since ??= now;
    after.status = 'open';
  }
  await advanceConversation(db, { ...after, inbox_place: inboxPlace(after) });
  if (isSupport && person.id !== conversationId)
    await announceChatAnswer(db, { userId: conversationId, seq, now });
  if (isSupport)
    await recordAct(db, {
      actorId: person.id,
      act: 'chat_message_sent',
      subject: { kind: 'conversation', id: conversationId },
      userId: conversationId,
      details: { messageId: message.id },
      now,
    });
  return { row: added, isNew: true };
}

/**
 * @throws Refusal `conflict` if another of the team has answered after a message; the new message is then rolled
 * back.
 */
async function refuseUnseen(
  db: Tx,
  person: Person,
  conversationId: string,
  lastSeenId: string | null,
): Promise<void> {
  const after = lastSeenId ? await placeOf(db, conversationId, lastSeenId) : 0;
  const [unseen] = await selectOthersAnswer(db, { conversationId, after, personId: person.id });
  if (unseen)
    throw new Refusal(
      'conflict',
      `${isolated(senderName(unseen, true))} answered meanwhile. Please read it first.`,
    );
}

/** Messages after a place, oldest first. */
export async function readMessagesAfter(
  db: Db,
  conversationId: string,
  after: number,
  rows: number,
): Promise<Written[]> {
  return (await selectMessagesAfter(db, { conversationId, after, rows })).map(writtenFrom);
}

/** The last places of conversations; those without messages are left out. */
export async function readLastPlaces(
  db: Db,
  conversationIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await selectLastPlaces(db, conversationIds);
  return new Map(rows.map((row) => [row.user_id, row.last_seq]));
}

/** A message's place in a conversation; 0 if it is not in this conversation. */
export async function placeOf(db: Db, conversationId: string, messageId: string): Promise<number> {
  const [message] = await selectPlaceOf(db, { conversationId, messageId });
  return message?.seq ?? 0;
}
