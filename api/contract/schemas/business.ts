import * as z from 'zod/mini';
import { plainPostcode } from '../rules/business/opening.ts';
import { hasCents } from '../rules/money.ts';
import { isZone } from '../rules/place.ts';
import { isPhone } from '../rules/text/phone-number.ts';
import { visiblePart } from '../rules/visible-text.ts';
import { bookingStatuses } from './bookings.ts';
import { emailAddress, oneLine, text } from './forms.ts';
import { Id, Instant } from './primitives.ts';

const minutes = z.int().check(z.minimum(0), z.maximum(24 * 60), z.multipleOf(30));
const Hours = z
  .object({ from: minutes, until: minutes })
  .check(z.refine(({ from, until }) => from < until, 'Please let visits begin before they end'));
const Week = z.array(z.nullable(Hours)).check(z.length(7));
const Day = z.iso.date('Please choose a day');
const ClosedDay = z.object({ day: Day, name: text(80).check(oneLine()) });

const mostDays = 400;
const mostPostcodes = 1000;
const ClosedDays = z.array(ClosedDay).check(
  z.maxLength(mostDays, `Please keep at most ${mostDays} closed days`),
  z.refine((days) => new Set(days.map(({ day }) => day)).size === days.length, 'Please name a day once'),
);
const postcodePattern = /^[\p{L}\d][\p{L}\d -]{1,10}[\p{L}\d]$/u;
/** A postcode as a person writes it, made into the form in which it is compared. */
export const Postcode = z
  .string()
  .check(
    z.overwrite(visiblePart),
    z.regex(postcodePattern, 'Please write postcodes with commas between them, such as 2000, 2010'),
    z.overwrite(plainPostcode),
  );
export const Postcodes = z
  .array(Postcode)
  .check(z.maxLength(mostPostcodes, `Please name at most ${mostPostcodes} postcodes`));

/** When and where visits are made; `api/contract/rules/business/opening.ts` applies it. */
const opening = { week: Week, closedDays: ClosedDays, postcodes: Postcodes };
export const OpeningForm = z.object(opening);
export type OpeningForm = z.infer<typeof OpeningForm>;

const isAddress = (value: string) => {
  if (!URL.canParse(value)) return false;
  return new URL(value).protocol === 'https:';
};
/** A text, or an https address alone. */
const Policy = text(8000).check(
  z.refine(
    (value) => !/^\S*:\/\/\S*$/.test(value) || isAddress(value),
    'Please give an address that begins with https://',
  ),
);

const facts = {
  name: text(80).check(
    oneLine(),
    z.refine((value) => /[\p{L}\d].*[\p{L}\d]/u.test(visiblePart(value)), 'Please write a name of letters'),
  ),
  phone: text(40).check(oneLine(), z.refine(isPhone, 'Please enter a phone number')),
  email: emailAddress,
  address: text(300),
  timeZone: z
    .string()
    .check(z.maxLength(60), z.refine(isZone, 'Please choose a time zone, such as Australia/Sydney')),
  currency: z.string().check(
    z.regex(/^[a-z]{3}$/, 'Please choose a currency'),
    z.refine((code) => !/^[a-z]{3}$/.test(code) || hasCents(code), 'Please choose one with hundredths'),
  ),
  terms: Policy,
  privacy: Policy,
  cancellation: Policy,
  /** Whether customers choose among times at which somebody can come; otherwise they wish for one. */
  slots: z.enum(['off', 'on']),
  /** Whether customers see the name and the photo of the worker who comes. */
  workersShown: z.enum(['off', 'on']),
};

/** The facts that everybody may read. */
export const BusinessView = z.object({
  name: z.string(),
  address: z.string(),
  /** Each a text or one https address; empty if there is none. */
  terms: z.string(),
  privacy: z.string(),
  cancellation: z.string(),
  /** Whether customers choose among times at which somebody can come; left out by earlier releases. */
  slots: z.optional(z.enum(['off', 'on'])),
  ...opening,
});
export type BusinessView = z.infer<typeof BusinessView>;

/** Open bookings at times, days or places at which no new one could be made: the first ones. */
export const OutsideBookings = z.object({
  bookings: z.array(
    z.object({
      id: Id,
      service: z.string(),
      scheduledDate: Instant,
      status: z.enum(bookingStatuses),
      reason: z.string(),
      /** What the team can do about it. */
      todo: z.string(),
    }),
  ),
  /** Whether there are others. */
  more: z.boolean(),
});
export type OutsideBookings = z.infer<typeof OutsideBookings>;

/** All that an owner may change, with what follows from it. */
export const BusinessSettings = z.object({
  /** To be sent with a change. */
  version: z.int(),
  ...facts,
  ...opening,
  /** The number that a tap on the phone number calls. */
  tel: z.string(),
  /** Whether time zone and currency stay, because a price was quoted or a payment has begun. */
  isFixed: z.boolean(),
  /** The environment's variables that say something else; the settings hold. */
  differing: z.array(z.string()),
  outside: OutsideBookings,
});
export type BusinessSettings = z.infer<typeof BusinessSettings>;

/** The facts of a change; others stay. */
export const BusinessForm = z.extend(z.partial(z.object({ ...facts, ...opening })), {
  /** The version that its writer saw. */
  version: z.int(),
});
export type BusinessForm = z.infer<typeof BusinessForm>;

const region = z.string().check(z.regex(/^[A-Z0-9-]{1,8}$/));
export const HolidaysQuery = z.object({
  /** Left out: the country of the business's time zone. */
  country: z.optional(region),
  state: z.optional(region),
  year: z.coerce.number().check(z.int(), z.minimum(2000), z.maximum(2100)),
});

const Named = z.object({ code: z.string(), name: z.string() });
/** The public holidays of a year in a region, and the regions to choose from. */
export const Holidays = z.object({
  country: z.string(),
  /** Empty where the country has no parts, or none is chosen. */
  state: z.string(),
  countries: z.array(Named),
  states: z.array(Named),
  days: z.array(z.object({ day: z.string(), name: z.string() })),
});
export type Holidays = z.infer<typeof Holidays>;
