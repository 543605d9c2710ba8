import { auditActs } from '../../../api/contract/schemas/customers.ts';
import { dayIn, idIn, oneIn } from '../../lib/search.ts';

type Act = (typeof auditActs)[number];

/** The filter of the audit log; an empty string filters nothing. The address keeps it. */
export interface AuditFilter {
  actor: string;
  act: string;
  user: string;
  from: string;
  to: string;
}

export const everything: AuditFilter = { actor: '', act: '', user: '', from: '', to: '' };

const actLabels: Record<Act, string> = {
  booking_status_set: 'Set a status',
  booking_rescheduled: 'Moved a booking',
  booking_message_sent: 'Wrote about a booking',
  booking_answer_waived: 'Noted that no answer is needed',
  customer_contacted: 'Contacted a customer',
  bookings_exported: 'Exported bookings',
  quote_sent: 'Sent a quote',
  quote_withdrawn: 'Withdrew a quote',
  role_changed: 'Gave or took a role',
  role_added: 'Made a role',
  role_edited: 'Edited a role',
  role_removed: 'Deleted a role',
  team_invited: 'Invited to the team',
  invitation_revoked: 'Took an invitation back',
  conversation_changed: 'Changed a conversation',
  chat_message_sent: 'Wrote in the live chat',
  canned_reply_added: 'Added a canned reply',
  canned_reply_changed: 'Changed a canned reply',
  canned_reply_removed: 'Removed a canned reply',
  refund_settled: 'Settled a refund',
  hours_given_back: 'Gave hours back after a refund',
  charge_refunded: 'Refunded a part',
  hours_given: 'Gave hours',
  extra_hours_withdrawn: 'Withdrew a question about hours',
  data_requested: 'Asked for somebody’s data',
  deletion_requested: 'Asked to delete an account',
  deletion_taken_back: 'Kept an account',
  left_settled: 'Cleared up at the card provider',
  unclear_settled: 'Checked at the card provider',
  business_changed: 'Changed the business',
  texts_changed: 'Changed the texts',
  look_changed: 'Changed the look',
  service_added: 'Added a service',
  service_edited: 'Changed a service',
  service_drafted: 'Drafted a service',
  service_draft_dropped: 'Dropped a draft of a service',
  category_added: 'Added a category',
  category_edited: 'Changed a category',
  category_drafted: 'Drafted a category',
  category_draft_dropped: 'Dropped a draft of a category',
  offer_planned: 'Planned to publish changes together',
  offer_published: 'Published changes together',
  offer_ordered: 'Changed the order of the offer',
  plan_added: 'Added a plan',
  plan_edited: 'Changed the draft of a plan',
  plan_dropped: 'Dropped the draft of a plan',
  plan_marked: 'Marked a plan',
  plans_ordered: 'Changed the order of the plans',
  plan_scheduled: 'Planned to publish a plan',
  plan_unscheduled: 'Took a planned publication back',
  plan_published: 'Published a plan',
  worker_added: 'Added a worker',
  worker_changed: 'Changed a worker',
  worker_invited: 'Invited a worker',
  worker_leave_set: 'Entered or decided leave',
  worker_leave_removed: 'Took leave away',
  visit_assigned: 'Assigned a worker',
  times_changed: 'Changed the times of a service',
};

export const actOptions = [
  { value: '', label: 'Everything' },
  ...auditActs.map((act) => ({ value: act as string, label: actLabels[act] })),
];

/** The filter in an address, without its invalid parts. */
export function filterOf(query: URLSearchParams): AuditFilter {
  return {
    actor: idIn(query.get('actor')),
    act: oneIn(query.get('act'), auditActs),
    user: idIn(query.get('user')),
    from: dayIn(query.get('from')),
    to: dayIn(query.get('to')),
  };
}
