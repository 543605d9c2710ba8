import type { BookingStatus } from '../contract/schemas/bookings.ts';
import { seedId } from '../core/seed-id.ts';
import { sameTime, timeOnDay } from '../core/wall-clock.ts';
import type { SamplePhoto } from './member-photos.ts';
import type { serviceOf } from './offer.ts';

type Slug = Parameters<typeof serviceOf>[0];

interface PastBooking {
  id: string;
  slug: Slug;
  /** The card payment of the booking; `null` if plan hours paid. */
  payment: string | null;
  createdAt: string;
  scheduledDate: string;
  notes: string | null;
  /** The statuses after `pending`, in order. */
  changes: { to: BookingStatus; at: string }[];
  actualMinutes: number | null;
  /** The team's first entry of the work, if it was corrected later. */
  corrected: { fromMinutes: number; at: string } | null;
  review: { rating: number; text: string } | null;
  thread: { from: 'member' | 'team'; at: string; text: string; photo?: SamplePhoto }[];
}

interface Period {
  start: string;
  end: string;
}

/**
 * The member's plan: two months, the second of which runs at `now`. Periods follow the UTC calendar, as the
 * provider's do.
 */
export function planPeriods(now: Date): [Period, Period] {
  const day = sameTime(new Date(Math.floor(now.getTime() / 1000) * 1000), { days: -12 }, 'UTC');
  // Every month has a 28th. A later anchor would make a period begin before the one before has ended.
  const renewal = sameTime(day, { days: Math.min(0, 28 - Number(day.slice(8, 10))) }, 'UTC');
  const monthsOn = (months: number) => sameTime(renewal, { months }, 'UTC');
  return [
    { start: monthsOn(-1), end: monthsOn(0) },
    { start: monthsOn(0), end: monthsOn(1) },
  ];
}

/** A month of a household's bookings, every status among them, seen from `now` in the business's own zone. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table of bookings
export function memberBookings(now: Date, timeZone: string): PastBooking[] {
  /** An instant so many days from today, at a time of day. */
  const at = (days: number, time: string): string => timeOnDay(now, days, time, timeZone);
  const plain = {
    payment: null,
    notes: null,
    actualMinutes: null,
    corrected: null,
    review: null,
    thread: [],
  };
  return [
    {
      ...plain,
      id: seedId('booking: first cleaning'),
      slug: 'house-and-bathroom-cleaning',
      createdAt: at(-26, '18:40'),
      scheduledDate: at(-24, '9:00'),
      notes: 'Two bathrooms. The vacuum cleaner is in the hall cupboard if you need it.',
      changes: [
        { to: 'scheduled', at: at(-25, '8:30') },
        { to: 'in_progress', at: at(-24, '9:04') },
        { to: 'completed', at: at(-24, '12:10') },
      ],
      actualMinutes: 180,
      review: {
        rating: 5,
        text: 'Spotless, and on time to the minute. Even the shower screen is clear again.',
      },
      thread: [
        {
          from: 'member',
          at: at(-25, '19:02'),
          text: 'Hi, our cat Biscuit slips out when the door is open. Could the team keep an eye on him?',
        },
        {
          from: 'team',
          at: at(-25, '19:20'),
          text: 'Of course. We will keep the doors closed and say hello to Biscuit first.',
        },
        {
          from: 'team',
          at: at(-24, '12:15'),
          text: 'All done. Biscuit slept through most of it. The key is back in the lockbox.',
        },
        { from: 'member', at: at(-24, '18:31'), text: 'It looks wonderful, thank you both!' },
      ],
    },
    {
      ...plain,
      id: seedId('booking: gutters'),
      slug: 'gutter-cleaning',
      createdAt: at(-19, '7:45'),
      scheduledDate: at(-17, '13:00'),
      notes: 'The downpipe by the garage overflows when it rains.',
      changes: [
        { to: 'scheduled', at: at(-19, '9:10') },
        { to: 'in_progress', at: at(-17, '13:05') },
        { to: 'completed', at: at(-17, '14:35') },
      ],
      actualMinutes: 90,
      corrected: { fromMinutes: 120, at: at(-16, '9:20') },
    },
    {
      ...plain,
      id: seedId('booking: washing machine'),
      slug: 'washer-and-dryer-repair',
      payment: seedId('payment: washing machine'),
      createdAt: at(-11, '20:12'),
      scheduledDate: at(-9, '10:30'),
      notes: 'Front loader, stops before the spin and leaves the drum full of water.',
      changes: [
        { to: 'scheduled', at: at(-10, '8:05') },
        { to: 'in_progress', at: at(-9, '10:34') },
        { to: 'completed', at: at(-9, '11:50') },
      ],
      actualMinutes: 75,
    },
    {
      ...plain,
      id: seedId('booking: lawn'),
      slug: 'lawn-mowing',
      createdAt: at(-8, '12:20'),
      scheduledDate: at(-6, '8:00'),
      notes: 'Please leave the corner with the native violets.',
      changes: [
        { to: 'scheduled', at: at(-8, '13:02') },
        { to: 'in_progress', at: at(-6, '8:03') },
        { to: 'completed', at: at(-6, '9:33') },
      ],
      actualMinutes: 90,
    },
    {
      ...plain,
      id: seedId('booking: leaves'),
      slug: 'leaf-raking',
      createdAt: at(-7, '17:25'),
      scheduledDate: at(-5, '15:00'),
      changes: [
        { to: 'scheduled', at: at(-7, '17:58') },
        { to: 'cancelled', at: at(-6, '16:40') },
      ],
    },
    {
      ...plain,
      id: seedId('booking: deck'),
      slug: 'deck-staining',
      createdAt: at(-5, '9:15'),
      scheduledDate: at(-1, '8:30'),
      notes: 'Same walnut oil as two years ago, there is half a tin in the shed.',
      changes: [
        { to: 'scheduled', at: at(-4, '8:50') },
        { to: 'in_progress', at: at(-1, '8:36') },
      ],
      thread: [
        {
          from: 'member',
          at: at(-3, '12:10'),
          text: 'Will the deck be dry enough for lunch on the weekend?',
        },
        {
          from: 'team',
          at: at(-3, '12:31'),
          text: 'Yes. Two coats over two days, and you can put the table back a day after the second.',
        },
        {
          from: 'team',
          at: at(-1, '16:05'),
          text: 'The first coat is on and drying well. We come back in the morning for the second.',
          photo: 'deck',
        },
        { from: 'member', at: at(-1, '17:42'), text: 'It already looks like new. See you then.' },
      ],
    },
    {
      ...plain,
      id: seedId('booking: next cleaning'),
      slug: 'house-and-bathroom-cleaning',
      createdAt: at(-4, '21:05'),
      scheduledDate: at(2, '9:30'),
      notes: 'The same two people as last time, if they are free.',
      changes: [{ to: 'scheduled', at: at(-3, '10:15') }],
      thread: [
        { from: 'team', at: at(-3, '10:20'), text: 'You are booked for 9:30 with Mai and Tom again.' },
        {
          from: 'member',
          at: at(-2, '7:55'),
          text: 'Could they do the inside of the oven this time?',
          photo: 'oven',
        },
        {
          from: 'team',
          at: at(-2, '8:40'),
          text: 'Gladly, it fits into the three hours. Please leave the trays in.',
        },
        { from: 'member', at: at(-2, '8:43'), text: 'Perfect, thank you.' },
      ],
    },
    {
      ...plain,
      id: seedId('booking: dog'),
      slug: 'pet-care-and-walking',
      createdAt: at(-2, '11:30'),
      scheduledDate: at(5, '16:00'),
      notes: 'My sister’s kelpie stays with us that week. His lead hangs by the back door.',
      changes: [{ to: 'scheduled', at: at(-2, '12:04') }],
    },
    {
      ...plain,
      id: seedId('booking: ants'),
      slug: 'pest-control',
      createdAt: at(-1, '19:20'),
      scheduledDate: at(8, '11:00'),
      notes: 'Ants along the kitchen window, and a few spiders under the eaves.',
      changes: [],
    },
  ];
}
