import { type Kysely, sql } from 'kysely';

/** What customers are asked when they book a service, and their answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('service_questions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('service_id', 'text', (c) => c.notNull().references('services.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('question', 'text', (c) => c.notNull())
    .addColumn('options', 'text', (c) => c.notNull())
    .addColumn('is_required', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('retired_at', 'text')
    .execute();
  await db.schema
    .createIndex('service_questions_service')
    .on('service_questions')
    .columns(['service_id', 'position'])
    .execute();
  await sql`create index service_questions_asked on service_questions (service_id, position) where retired_at is null`.execute(
    db,
  );
  await db.schema
    .createTable('booking_answers')
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id'))
    .addColumn('question_id', 'text', (c) => c.notNull().references('service_questions.id'))
    .addColumn('question', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('booking_answers_pk', ['booking_id', 'question_id'])
    .execute();
  await db.schema
    .createIndex('booking_answers_question')
    .on('booking_answers')
    .column('question_id')
    .execute();
}
