import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { givenHours, givenReason } from '../rules/given-hours-terms.ts';
import { AuditEntry, auditActs, Customer, CustomerLine } from '../schemas/customers.ts';
import { text, textFrom } from '../schemas/forms.ts';
import { HoursLine, HoursNow } from '../schemas/hours.ts';
import { RoleWord, roles } from '../schemas/people.ts';
import { Id, PlanIdOrNone } from '../schemas/primitives.ts';
import { call, one, page, pageQuery } from './call.ts';

/** Calls of the team about people: lists, one person, the change of a role, and the log of administrators' acts. */
export const customerCalls = {
  listCustomers: call({
    ...paths.listCustomers,
    cost: 'heavy',
    summary: 'Everybody who has signed in once, the newest first',
    query: z.object({
      ...pageQuery,
      /** Beginnings of words of the name or of the e-mail address. */
      text: z.optional(text(100)),
      role: z.optional(z.enum(roles)),
      tier: z.optional(PlanIdOrNone),
    }),
    answer: z.array(CustomerLine),
  }),
  readCustomer: call({
    ...paths.readCustomer,
    summary: 'One person: plan, hours, wishes, counts',
    params: one,
    answer: Customer,
    errors: ['not_found'],
  }),
  readCustomerHours: call({
    ...paths.readCustomerHours,
    summary: "A member's hours now",
    params: one,
    answer: HoursNow,
    errors: ['not_found'],
  }),
  giveBackHours: call({
    ...paths.giveBackHours,
    uncounted: 'owed',
    summary: "Gives a member back the hours that refunds of a plan's invoice took, as they were looked at",
    params: one,
    body: z.object({ invoiceId: text(100), hours: z.number().check(z.positive(), z.maximum(1000)) }),
    answer: Customer,
    errors: ['not_found', 'conflict', 'disputed'],
  }),
  giveHours: call({
    ...paths.giveHours,
    summary: 'Gives a customer hours that expire, with a reason, and tells the customer',
    params: one,
    body: z.object({
      hours: z.number().check(
        z.minimum(givenHours.min),
        z.maximum(givenHours.max),
        z.refine((hours) => Number.isInteger(hours / givenHours.step), 'Please choose quarters of an hour'),
      ),
      /** The last day on which they can be used, in the business's zone; today at the earliest. */
      expiresOn: z.iso.date(),
      reason: textFrom(
        givenReason.min,
        'Please say in a few words why; the customer reads it',
        givenReason.max,
      ),
    }),
    answer: HoursNow,
    repeatable: true,
    errors: ['not_found', 'conflict', 'key_reused'],
  }),
  listCustomerStatement: call({
    ...paths.listCustomerStatement,
    cost: 'heavy',
    summary: "How every hour of a member's came and went, the newest first",
    params: one,
    query: page,
    answer: z.array(HoursLine),
    errors: ['not_found'],
  }),
  changeRole: call({
    ...paths.changeRole,
    uncounted: 'owed',
    summary:
      'Gives somebody else a role in the team, or makes them a customer again, as they were when they were looked at',
    params: one,
    body: z.object({ role: RoleWord, expectedRole: RoleWord }),
    answer: Customer,
    errors: ['not_found', 'conflict'],
  }),
  listActs: call({
    ...paths.listActs,
    cost: 'heavy',
    summary: 'What administrators did, the newest first',
    query: z.object({
      ...pageQuery,
      actor: z.optional(Id),
      /** The customer concerned. */
      user: z.optional(Id),
      act: z.optional(z.enum(auditActs)),
      /** Days in the business's zone, both included. */
      from: z.optional(z.iso.date()),
      to: z.optional(z.iso.date()),
    }),
    answer: z.array(AuditEntry),
  }),
} as const;
