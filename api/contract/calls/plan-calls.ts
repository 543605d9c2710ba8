import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import {
  PlanBook,
  PlanDraftForm,
  PlanEffects,
  PlanMarksForm,
  PlanOrder,
  PlanPublication,
  PlanSeen,
} from '../schemas/plans.ts';
import { Instant, PlanId } from '../schemas/primitives.ts';
import { call } from './call.ts';

const onePlan = z.object({ id: PlanId });

/** Calls by which the owner changes and publishes the plans. */
export const planCalls = {
  readPlanBook: call({
    ...paths.readPlanBook,
    summary: 'All plans with their drafts, also those that are not sold',
    answer: PlanBook,
  }),
  putPlanDraft: call({
    ...paths.putPlanDraft,
    summary: 'Keeps a draft of a plan, or adds a plan under this id; a repeat changes nothing',
    params: onePlan,
    body: PlanDraftForm,
    answer: PlanBook,
    errors: ['not_found', 'conflict'],
  }),
  dropPlanDraft: call({
    ...paths.dropPlanDraft,
    summary: 'Drops a draft; a plan that was never published goes with it',
    params: onePlan,
    body: PlanSeen,
    answer: PlanBook,
    errors: ['not_found', 'conflict'],
  }),
  markPlan: call({
    ...paths.markPlan,
    summary: 'Puts a plan on sale or takes it off, and marks it as popular or premium',
    params: onePlan,
    body: PlanMarksForm,
    answer: PlanBook,
    errors: ['not_found', 'conflict'],
  }),
  orderPlans: call({
    ...paths.orderPlans,
    summary: 'Puts the plans into another order, the smallest first',
    body: PlanOrder,
    answer: PlanBook,
    errors: ['conflict'],
  }),
  readPlanEffects: call({
    ...paths.readPlanEffects,
    summary: 'The people whom a publication at this time concerns',
    params: onePlan,
    query: z.object({ at: z.optional(Instant) }),
    answer: PlanEffects,
    errors: ['not_found'],
  }),
  publishPlan: call({
    ...paths.publishPlan,
    summary: 'Publishes a draft now or at a time; a repeat with the same key is the same publication',
    params: onePlan,
    body: PlanPublication,
    answer: PlanBook,
    cost: 'provider',
    errors: ['not_found', 'conflict'],
  }),
  unschedulePlan: call({
    ...paths.unschedulePlan,
    summary: 'Takes a planned publication back; the draft stays',
    params: onePlan,
    body: PlanSeen,
    answer: PlanBook,
    errors: ['not_found', 'conflict'],
  }),
} as const;
