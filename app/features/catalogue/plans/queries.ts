import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../../api/contract/calls/calls.ts';
import type {
  PlanBook,
  PlanEffects,
  PlanMarksForm,
  PlanSetting,
} from '../../../../api/contract/schemas/plans.ts';
import { ApiError } from '../../../lib/api.ts';
import { plansQuery } from '../../../shared/plan-facts.ts';
import { teamCall, teamKeyOf } from '../../../shared/team-api.ts';

/** Changes marks of a plan, at once. */
export type OnMark = (plan: PlanSetting, marks: Partial<Omit<PlanMarksForm, 'revision'>>) => void;

/** All plans with their drafts. */
export const bookQuery = () =>
  queryOptions<Answer<'readPlanBook'>>({ queryKey: teamKeyOf('readPlanBook'), staleTime: 0 });

/** The people whom a publication concerns. It is no path of the cache's, so a device does not store it. */
export const planEffectsQuery = (id: string, at: string | null) =>
  queryOptions<PlanEffects>({
    queryKey: ['plan-effects', id, at],
    queryFn: ({ signal }) =>
      teamCall('readPlanEffects', { params: { id }, query: at === null ? {} : { at }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Shows the plans as a change has left them; what is sold is read again when it is next shown. */
export function showBook(client: QueryClient, book: PlanBook): void {
  client.setQueryData(bookQuery().queryKey, book);
  for (const queryKey of [plansQuery().queryKey, teamKeyOf('listActs')])
    void client.invalidateQueries({ queryKey });
}

/** The present plans, which a refusal carries if somebody has changed them since; `null` for another error. */
export const presentIn = (error: unknown): PlanBook | null =>
  error instanceof ApiError && error.status === 409
    ? ((error.current as PlanBook | undefined) ?? null)
    : null;

export const planIn = (book: PlanBook, id: string): PlanSetting | null =>
  book.plans.find((one) => one.id === id) ?? null;
