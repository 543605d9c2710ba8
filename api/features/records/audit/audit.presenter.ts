import { textListNames, textNames } from '../../../contract/rules/look/texts.ts';
import { BusinessForm } from '../../../contract/schemas/business.ts';
import type { AuditEntry } from '../../../contract/schemas/customers.ts';
import { nameOf } from '../../../core/person-name.ts';
import type { ActRow } from './audit.repository.ts';
import type { AuditAct } from './audit.table.ts';

const filter = ['status', 'from', 'to', 'category', 'payment', 'text', 'customer'];

/** The values of a service or category that have room in a sentence, before and after. */
const short = ['name', 'price_cents', 'estimated_minutes', 'notice_hours', 'booked_by', 'active'];
/** Its other values, of which a sentence says only that they changed. */
const long = [
  'description',
  'included',
  'search_words',
  'category_id',
  'drawing',
  'picture',
  'color',
  'icon',
  'questions',
];
/** The names of a field's values before and after. */
const fromTo = (field: string): string[] => [`${field}From`, `${field}To`];

const offer = [
  'name',
  ...short.flatMap((column) => [`${column}.from`, `${column}.to`]),
  ...long.map((column) => `${column}.to`),
];

const plan = [
  'name',
  ...['name', 'price_cents', 'minutes', 'popular', 'premium', 'on_sale'].flatMap((column) => [
    `${column}.from`,
    `${column}.to`,
  ]),
  ...['concierge', 'features', 'notice_hours', 'horizon_days', 'same_day', 'priority'].map(
    (column) => `${column}.to`,
  ),
];

/** The details of an act that are shown; all others stay in the table. */
const shown: Record<AuditAct, readonly string[]> = {
  booking_status_set: [
    'from',
    'to',
    'fromMinutes',
    'toMinutes',
    'askedMinutes',
    'refunded',
    'statusFrom',
    'statusTo',
  ],
  booking_rescheduled: ['from', 'to', 'statusFrom', 'statusTo'],
  booking_message_sent: [],
  booking_answer_waived: [],
  customer_contacted: [],
  bookings_exported: filter,
  quote_sent: ['kind', 'amountCents', 'hours'],
  quote_withdrawn: ['was'],
  role_changed: ['from', 'to', 'by', 'name'],
  role_added: ['name', 'permissions'],
  role_edited: ['name', 'permissions'],
  role_removed: ['name'],
  team_invited: ['name'],
  invitation_revoked: ['name'],
  conversation_changed: ['status', 'statusBefore', 'assigneeId', 'assigneeBefore'],
  chat_message_sent: [],
  canned_reply_added: [],
  canned_reply_changed: [],
  canned_reply_removed: [],
  refund_settled: ['how'],
  hours_given_back: ['givenMinutes'],
  charge_refunded: ['amountCents', 'kind'],
  hours_given: ['givenMinutes', 'expiresOn'],
  extra_hours_withdrawn: ['askedMinutes'],
  data_requested: [],
  deletion_requested: [],
  deletion_taken_back: [],
  left_settled: [],
  unclear_settled: ['what'],
  business_changed: Object.keys(BusinessForm.shape).flatMap(fromTo),
  texts_changed: [...textNames, ...textListNames].flatMap(fromTo),
  look_changed: ['primary', 'accent', 'displayFace', 'mark', 'logo'].flatMap(fromTo),
  service_added: ['name', 'publishOn'],
  service_edited: [...offer, 'publishOn'],
  service_drafted: [...offer, 'publishOn'],
  service_draft_dropped: ['name'],
  category_added: ['name', 'publishOn'],
  category_edited: [...offer, 'publishOn'],
  category_drafted: [...offer, 'publishOn'],
  category_draft_dropped: ['name'],
  offer_planned: ['names', 'publishOn'],
  offer_published: ['names', 'publishOn'],
  offer_ordered: ['name'],
  plan_added: ['name'],
  plan_edited: plan,
  plan_dropped: ['name'],
  plan_marked: plan,
  plans_ordered: [],
  plan_scheduled: ['name', 'at', 'running'],
  plan_unscheduled: ['name'],
  plan_published: [...plan, 'running'],
  worker_added: ['worker'],
  worker_changed: ['worker', 'fields', 'active'],
  worker_invited: ['worker'],
  worker_leave_set: ['worker', 'state', 'starts', 'ends', 'before'],
  worker_leave_removed: ['worker'],
  visit_assigned: ['to', 'anyway', 'reason'],
  times_changed: ['name', 'offered', 'workers', 'window', 'buffer'],
};

export function presentAct(row: ActRow): AuditEntry {
  const { user_id, of_first_name, of_last_name, of_email } = row;
  return {
    id: row.id,
    at: row.created_at,
    actor: { id: row.actor_id, name: nameOf(row) },
    act: row.act,
    subject: { kind: row.subject_kind, id: row.subject_id },
    customer: user_id
      ? { id: user_id, name: nameOf({ first_name: of_first_name, last_name: of_last_name, email: of_email }) }
      : null,
    details: detailsOf(row),
  };
}

function detailsOf({ act, details, worker_name }: ActRow): AuditEntry['details'] {
  const stored = JSON.parse(details) as AuditEntry['details'];
  // The log stores no name of a worker, who may leave.
  const all = Object.entries(worker_name === null ? stored : { ...stored, worker: worker_name });
  return Object.fromEntries(all.filter(([name]) => shown[act].includes(name)).map(atTheEdge));
}

type Detail = [string, AuditEntry['details'][string]];

/** Hours are stored as minutes and presented as decimals. */
function atTheEdge([name, value]: Detail): Detail {
  if (!name.endsWith('Minutes')) return [name, value];
  return [name.replace('Minutes', 'Hours'), typeof value === 'number' ? value / 60 : null];
}
