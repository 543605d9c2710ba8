import { type Hours, hasHours, remainingThisMonth, rolledOverHours } from './hours.ts';

export interface HoursTerm {
  name: string;
  value: string;
  /** Its one definition. */
  meaning: string;
  legend?: 'used' | 'held';
}

/** The one set of words for hours, each with its figure; those that do not concern the person are left out. */
export function hoursTerms(user: Hours): HoursTerm[] {
  const rolled = rolledOverHours(user);
  const { usedHours, monthlyHours, heldHours, remainingHours } = user;
  const terms: (HoursTerm | false)[] = [
    hasHours(user) && {
      name: 'Free to book',
      value: `${remainingHours} h`,
      meaning: 'Hours that no booking holds, those of earlier months included. A new visit takes these.',
    },
    heldHours > 0 && {
      name: 'Held by bookings',
      value: `${heldHours} h`,
      meaning:
        'Kept for visits that are still to come. They are used when the work is done, and free again if you cancel in time.',
      legend: 'held',
    },
    {
      name: 'Used this month',
      value: `${usedHours} / ${monthlyHours} h`,
      meaning:
        'Hours of finished work since your month began, beside the hours that your plan brings each month. Hours of earlier months are used first and count here, too.',
      legend: 'used',
    },
    {
      name: 'Remaining this month',
      value: `${remainingThisMonth(user)} h`,
      meaning:
        'Your plan’s hours of this month without the used ones. Held hours are still among them; rolled-over hours are not.',
    },
    rolled > 0 && {
      name: 'Rolled over',
      value: `${rolled} h`,
      meaning:
        'Unused hours of earlier months that came into this one. They are used first, and expire after 3 months.',
    },
  ];
  return terms.filter((term) => term !== false);
}
