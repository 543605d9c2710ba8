import type { ServiceQuestion } from '../../../../contract/schemas/catalogue.ts';

declare module '../../../../db/database.ts' {
  interface Database {
    service_questions: ServiceQuestionTable;
  }
}

/**
 * A question of a service, in one of its versions: a row's words never change, since answers belong to them. A changed
 * question is another row.
 */
export interface ServiceQuestionTable {
  id: string;
  service_id: string;
  position: number;
  kind: ServiceQuestion['kind'];
  question: string;
  /** The answers to choose from, one in each line; '' for another kind. */
  options: string;
  is_required: number;
  created_at: string;
  /** Set once the question is no longer asked. */
  retired_at: string | null;
}
