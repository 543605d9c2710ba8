import type { ExpressionBuilder } from 'kysely';
import type { Database, Db } from '../../../db/database.ts';

/** A place in the inbox: the last row already given. */
export interface InboxPlace {
  inbox_place: string;
  id: string;
}

export type InboxRow = NonNullable<Awaited<ReturnType<typeof findInboxRow>>>;

const previewLength = 140;

const columns = [
  'u.id',
  'u.first_name',
  'u.last_name',
  'u.email',
  'u.email_verified',
  's.tier',
  'c.status',
  'c.assignee_id',
  'a.first_name as assignee_first_name',
  'a.last_name as assignee_last_name',
  'c.team_unread',
  'c.waiting_since',
  'c.inbox_place',
  'm.id as message_id',
  'm.seq',
  'm.is_support',
  'm.created_at',
] as const;

const preview = (e: ExpressionBuilder<Database & { m: { content: string | null } }, 'm'>) =>
  e.fn<string | null>('substr', ['m.content', e.lit(1), e.lit(previewLength)]).as('preview');

/** The inbox after a place. The page is cut first, from its index, and only its rows are joined with their names. */
export function selectInbox(
  db: Db,
  query: {
    after: InboxPlace | null;
    rows: number;
    status?: 'open' | 'closed' | undefined;
    /** `null`: without an assignee. */
    assigneeId?: string | null | undefined;
  },
): Promise<InboxRow[]> {
  const { after, status, assigneeId } = query;
  let page = db.selectFrom('conversations').selectAll();
  if (status) page = page.where('status', '=', status);
  if (assigneeId === null) page = page.where('assignee_id', 'is', null);
  else if (assigneeId) page = page.where('assignee_id', '=', assigneeId);
  if (after)
    page = page.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('inbox_place', 'user_id'), '>', tuple(after.inbox_place, after.id)),
    );
  page = page.orderBy('inbox_place').orderBy('user_id').limit(query.rows);
  return db
    .selectFrom(page.as('c'))
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .leftJoin('chat_messages as m', (on) =>
      on.onRef('m.conversation_id', '=', 'c.user_id').onRef('m.seq', '=', 'c.last_seq'),
    )
    .leftJoin('users as a', 'a.id', 'c.assignee_id')
    .leftJoin('subscriptions as s', (on) =>
      on.onRef('s.user_id', '=', 'u.id').on('s.status', 'in', ['active', 'past_due']),
    )
    .select(columns)
    .select(preview)
    .orderBy('c.inbox_place')
    .orderBy('c.user_id')
    .execute();
}

/** One customer's conversation, also if they never wrote; `undefined` if there is no such person. */
export function findInboxRow(db: Db, userId: string) {
  return db
    .selectFrom('users as u')
    .leftJoin('conversations as c', 'c.user_id', 'u.id')
    .leftJoin('chat_messages as m', (on) =>
      on.onRef('m.conversation_id', '=', 'c.user_id').onRef('m.seq', '=', 'c.last_seq'),
    )
    .leftJoin('users as a', 'a.id', 'c.assignee_id')
    .leftJoin('subscriptions as s', (on) =>
      on.onRef('s.user_id', '=', 'u.id').on('s.status', 'in', ['active', 'past_due']),
    )
    .select(columns)
    .select(preview)
    .where('u.id', '=', userId)
    .executeTakeFirst();
}
