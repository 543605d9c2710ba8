import type { Permission } from '../../../api/contract/access/permissions.ts';

/** What each permission lets a person do, in words after "may". */
export const permissionWords: Record<Permission, string> = {
  'bookings.read': 'See bookings, requests, the schedule and their messages',
  'bookings.change': 'Change bookings: status, time, hours',
  'bookings.message': 'Write to customers about a booking',
  'requests.answer': 'Answer requests with quotes',
  'support.answer': 'Answer the live chat',
  'customers.read': 'See customers, their plans and hours',
  'customers.change': 'Give customers hours',
  'people.erase': 'Hand out and delete a person’s data',
  'money.read': 'See payments, disputes and the report',
  'money.refund': 'Refund payments and give hours back',
  'disputes.change': 'Settle refunds that wait for a person',
  'roles.give': 'Invite colleagues, and give and take roles',
  'log.read': 'Read the audit log',
  'business.change': 'Change the business: name, contact, opening hours, closed days',
  'offer.change': 'Change services, plans and prices',
  'work.own': 'Do their own visits',
};
