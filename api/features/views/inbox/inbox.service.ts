import { acts, today } from '../../../bus/changed.ts';
import type { Body, Query } from '../../../contract/calls/calls.ts';
import { isolated } from '../../../contract/rules/visible-text.ts';
import type { ChatMessage, Conversation } from '../../../contract/schemas/chat.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { Db } from '../../../db/database.ts';
import { badCursor, type Page } from '../../../db/keyset.ts';
import type { Deps } from '../../../deps.ts';
import { requirePermission } from '../../records/administrators/roles.service.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import {
  type ConversationRow,
  selectOthersAfter,
  selectUnanswered,
} from '../../records/chat/chat.repository.ts';
import { change, listChatMessages, lockOrBegin, markSeen, placeOf } from '../../records/chat/chat.service.ts';
import { presentConversation } from './inbox.presenter.ts';
import { findInboxRow, type InboxPlace, selectInbox } from './inbox.repository.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'changes'>;

const pageLength = 50;

/**
 * The inbox: unread conversations first, then those waiting longest, then the newest.
 * @throws Refusal `invalid_input` for an unknown cursor
 */
export async function listConversations(
  db: Db,
  person: Person,
  { limit = pageLength, cursor, status, assignee }: Query<'listConversations'>,
): Promise<Page<Conversation>> {
  const rows = await selectInbox(db, {
    after: readPlace(cursor),
    rows: limit + 1,
    status,
    assigneeId: assignee && (assignee === 'me' ? person.id : null),
  });
  const given = rows.slice(0, limit);
  const last = given.at(-1);
  const next = rows.length > limit && last ? `${last.inbox_place},${last.id}` : null;
  return { rows: given.map(presentConversation), next };
}

function readPlace(cursor: string | undefined): InboxPlace | null {
  if (cursor === undefined) return null;
  const [, inbox_place, id] = /^([0-3] [\dTZ:.-]{13,24}),([\w-]{1,100})$/.exec(cursor) ?? [];
  if (!inbox_place || !id) throw badCursor();
  return { inbox_place, id };
}

/** @throws Refusal `not_found` if there is no such customer. */
export async function readConversation(db: Db, id: string): Promise<Conversation> {
  const row = await findInboxRow(db, id);
  if (!row) throw notFound('Customer');
  return presentConversation(row);
}

/** @throws Refusal `not_found` if there is no such customer; `invalid_input` for an unknown cursor. */
export async function listConversationMessages(
  db: Db,
  person: Person,
  id: string,
  query: Query<'listConversationMessages'>,
): Promise<Page<ChatMessage>> {
  if (!(await findInboxRow(db, id))) throw notFound('Customer');
  return listChatMessages(db, person, id, query);
}

/**
 * Notes that the team has seen a conversation up to a message; never moves back.
 * @throws Refusal `not_found`
 */
export async function seeConversation(deps: Parts, id: string, messageId: string): Promise<Conversation> {
  const { db, clock, changes } = deps;
  if (await markSeen(db, id, messageId, 'team', instant(clock))) tellTeam(changes, id);
  return readConversation(db, id);
}

/**
 * Takes over, releases, closes or reopens a conversation. Another's conversation may be taken over by an
 * administrator who has seen whose it is; the answer and every inbox show the assignee.
 * @throws Refusal `not_found`; `conflict` if somebody else has written since `lastSeenId`, or the assignee is no
 * longer `seenAssignee`; `forbidden` for a person who has left the team, whose conversations nobody would free
 */
export async function changeConversation(
  deps: Parts,
  person: Person,
  id: string,
  wanted: Body<'changeConversation'>,
): Promise<Conversation> {
  const { db, clock, changes } = deps;
  await db.transaction().execute(async (tx) => {
    await requirePermission(tx, person.id, 'support.answer');
    const now = instant(clock);
    const row = await lockOrBegin(tx, id, now);
    const seen = wanted.lastSeenId ? await placeOf(tx, id, wanted.lastSeenId) : 0;
    const [unseen] = await selectOthersAfter(tx, { conversationId: id, after: seen, personId: person.id });
    if (unseen) throw new Refusal('conflict', 'Somebody has written meanwhile. Please read it first.');
    const changed = await whatChanges(tx, row, person, wanted);
    // A state that is already as wanted is no conflict: the first answer may have been lost.
    if (Object.keys(changed).length === 0) return;
    if (wanted.seenAssignee !== undefined && wanted.seenAssignee !== row.assignee_id)
      throw await takenMeanwhile(tx, person, id);
    await change(tx, row, changed, now);
    await recordAct(tx, {
      actorId: person.id,
      act: 'conversation_changed',
      subject: { kind: 'conversation', id },
      userId: id,
      details: {
        ...(changed.status && { status: changed.status, statusBefore: row.status }),
        ...(changed.assignee_id !== undefined && {
          assigneeId: changed.assignee_id,
          assigneeBefore: row.assignee_id,
        }),
      },
      now,
    });
  });
  tellTeam(changes, id);
  changes.tell({ admins: true, keys: [acts] });
  return readConversation(db, id);
}

async function takenMeanwhile(db: Db, person: Person, id: string): Promise<Refusal> {
  const { assignee } = await readConversation(db, id);
  if (!assignee) return new Refusal('conflict', 'Nobody looks after it now.');
  if (assignee.id === person.id) return new Refusal('conflict', 'You look after it now.');
  return new Refusal('conflict', `${isolated(assignee.name)} looks after it now.`);
}

async function whatChanges(
  db: Db,
  row: ConversationRow,
  person: Person,
  { assignee, status }: Body<'changeConversation'>,
): Promise<Partial<ConversationRow>> {
  const changed: Partial<ConversationRow> = {};
  const assigneeId = assignee && (assignee === 'me' ? person.id : null);
  if (assigneeId !== undefined && assigneeId !== row.assignee_id) changed.assignee_id = assigneeId;
  if (status && status !== row.status) {
    changed.status = status;
    // A reopened conversation with an unanswered message waits again, from that message's time.
    const [unanswered] = status === 'open' ? await selectUnanswered(db, { conversationId: row.user_id }) : [];
    changed.waiting_since = unanswered?.created_at ?? null;
  }
  return changed;
}

function tellTeam(changes: Parts['changes'], id: string): void {
  changes.tell({
    admins: true,
    of: id,
    keys: ['/api/admin/conversations', `/api/admin/conversations/${id}`, today],
  });
}
