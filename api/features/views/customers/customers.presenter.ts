import type { Customer, CustomerLine } from '../../../contract/schemas/customers.ts';
import type { HoursNow } from '../../../contract/schemas/hours.ts';
import type { Preferences, User } from '../../../contract/schemas/people.ts';
import type { Subscription } from '../../../contract/schemas/subscription.ts';
import { type Person, roleOf } from '../../../core/person.ts';
import type { CustomerRow, selectBookingCounts } from './customers.repository.ts';

/** @param seesBookings whether the reader may read bookings */
export function presentLine(row: CustomerRow, seesBookings: boolean): CustomerLine {
  const { booking_id, booking_status, booking_created_at } = row;
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    emailVerified: row.email_verified === 1,
    role: roleOf(row.role_id),
    team: row.role_id && row.role_name ? { id: row.role_id, name: row.role_name } : null,
    createdAt: row.created_at,
    subscriptionTier: row.tier ?? 'none',
    paymentFailed: row.plan_status === 'past_due' || Boolean(row.owes_work),
    ...(seesBookings && {
      openBookings: row.open_bookings ?? 0,
      lastBooking:
        booking_id && booking_status && booking_created_at
          ? { id: booking_id, status: booking_status, createdAt: booking_created_at }
          : null,
    }),
  };
}

/** @param sees the reader's permissions */
export function presentCustomer(
  sees: Person['permissions'],
  user: User,
  more: {
    createdAt: string;
    emailVerified: boolean;
    adminByAddress: boolean;
    team: Customer['team'];
    subscription: Subscription;
    hours: HoursNow;
    preferences: Preferences;
    counts: Awaited<ReturnType<typeof selectBookingCounts>>;
    owedWork: Customer['owedWork'];
    refundedHours: Customer['refundedHours'];
  },
): Customer {
  const { preferredTime, specialInstructions } = more.preferences;
  const bookingCounts = { pending: 0, scheduled: 0, in_progress: 0, completed: 0, cancelled: 0 };
  for (const { status, bookings } of more.counts) bookingCounts[status] = bookings;
  const count = more.counts.reduce((sum, { reviews }) => sum + reviews, 0);
  const stars = more.counts.reduce((sum, row) => sum + (row.stars ?? 0), 0);
  return {
    ...user,
    createdAt: more.createdAt,
    emailVerified: more.emailVerified,
    adminByAddress: more.adminByAddress,
    team: more.team,
    subscription: more.subscription,
    hours: more.hours,
    ...(sees.has('bookings.read') && {
      preferences: { preferredTime, specialInstructions },
      bookingCounts,
      reviews: { count, average: count ? Math.round((stars / count) * 10) / 10 : null },
    }),
    ...(sees.has('money.read') && {
      ...(more.owedWork && { owedWork: more.owedWork }),
      ...(more.refundedHours && { refundedHours: more.refundedHours }),
    }),
  };
}
