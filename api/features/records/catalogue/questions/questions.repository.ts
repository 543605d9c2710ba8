import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../../../db/database.ts';
import { prepared } from '../../../../db/prepared.ts';
import type { ServiceQuestionTable } from './questions.table.ts';

export type QuestionRow = Selectable<ServiceQuestionTable>;

const currentQuestions = (db: Db) =>
  db
    .selectFrom('service_questions')
    .selectAll()
    .where('retired_at', 'is', null)
    .orderBy('service_id')
    .orderBy('position')
    .orderBy('id');

/** The questions that are asked now, of all services. */
export const selectAsked = prepared((db) => currentQuestions(db));

/** Those of one service. */
export const selectAskedOf = prepared((db, p: { serviceId: string }) =>
  currentQuestions(db).where('service_id', '=', p.serviceId),
);

/** Those of these questions, of now or earlier, that are answered with a photo. */
export async function selectPhotoQuestions(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; retired_at: string | null }[]> {
  return db
    .selectFrom('service_questions')
    .select(['id', 'retired_at'])
    .where('id', 'in', ids)
    .where('kind', '=', 'photo')
    .execute();
}

export async function insertQuestion(db: Tx, row: Insertable<ServiceQuestionTable>): Promise<void> {
  await db.insertInto('service_questions').values(row).execute();
}

export async function updateQuestion(
  db: Tx,
  id: string,
  change: Partial<Pick<QuestionRow, 'position' | 'retired_at'>>,
): Promise<void> {
  await db.updateTable('service_questions').set(change).where('id', '=', id).execute();
}
