import { beginningOf } from '../../../contract/rules/text/beginning-of.ts';
import type { CustomRequest } from '../../../contract/schemas/quotes.ts';
import type { ToConfirm, Unassigned, WaitingForTeam } from '../../../contract/schemas/schedule.ts';
import { listedCustomer } from '../../../core/person-name.ts';
import type {
  selectOpenDisputes,
  selectToConfirm,
  selectUnassigned,
  selectWaitingChats,
  selectWaitingThreads,
} from './today.repository.ts';

type RowOf<Select extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Select>>[number];

/** A row before it is known whether its customer comes first. */
export type Unranked<T extends { hasPriority: boolean }> = Omit<T, 'hasPriority'>;

const oneLineOf = (words: string | null): string => (words ?? '').replace(/\s+/g, ' ').trim();

export const presentToConfirm = (row: RowOf<typeof selectToConfirm>): Unranked<ToConfirm> => ({
  id: row.id,
  scheduledDate: row.scheduled_date,
  createdAt: row.created_at,
  estimatedHours: row.estimated_minutes / 60,
  service: row.service_name,
  customer: listedCustomer(row),
});

export const presentUnassigned = (row: RowOf<typeof selectUnassigned>): Unassigned => ({
  id: row.id,
  scheduledDate: row.scheduled_date ?? '',
  estimatedHours: row.estimated_minutes / 60,
  service: row.service_name,
  customer: listedCustomer(row),
});

export const presentWaitingRequest = ({
  id,
  createdAt,
  answerBy,
  serviceName,
  description,
  customer: { tier: _, remainingHours: __, hasPriority: ___, ...customer },
}: CustomRequest): Unranked<WaitingForTeam> => ({
  kind: 'request',
  id,
  since: createdAt,
  answerBy,
  title: serviceName,
  words: beginningOf(oneLineOf(description), 140),
  customer,
});

export const presentWaitingChat = (row: RowOf<typeof selectWaitingChats>): Unranked<WaitingForTeam> => ({
  kind: 'chat',
  id: row.id,
  since: row.waiting_since ?? '',
  answerBy: null,
  title: '',
  words: oneLineOf(row.words),
  customer: listedCustomer(row),
});

export const presentWaitingThread = (row: RowOf<typeof selectWaitingThreads>): Unranked<WaitingForTeam> => ({
  kind: 'thread',
  id: row.id,
  since: row.waiting_since ?? '',
  answerBy: null,
  title: row.service_name,
  words: oneLineOf(row.words),
  ...(row.message_id && { messageId: row.message_id }),
  customer: listedCustomer(row),
});

export const presentOpenDispute = (row: RowOf<typeof selectOpenDisputes>): Unranked<WaitingForTeam> => ({
  kind: 'dispute',
  id: row.id,
  since: row.created_at,
  answerBy: row.answer_by,
  title: row.description,
  words: '',
  customer: listedCustomer(row),
});
