import * as z from 'zod/mini';
import { homeLimits } from '../../rules/homes/home-terms.ts';
import { atLeast, oneLine, text } from '../forms.ts';
import { Id, Instant } from '../primitives.ts';

const line = (max: number) => text(max).check(oneLine());
const shortAddress = 'Please provide a complete address';

/** The fields of a home; those that are not known are empty. */
const fields = {
  /** The person's own name for it, such as 'Mum’s place'. */
  label: line(homeLimits.label),
  /** The number under which somebody is reached about visits here. */
  phone: line(40),
  /** Street and number; the whole address in one line if it could not be taken apart. */
  address: line(300).check(
    z.minLength(homeLimits.shortestAddress, shortAddress),
    atLeast(homeLimits.shortestAddress, shortAddress),
  ),
  city: line(200),
  state: line(200),
  postalCode: line(12),
  access: text(homeLimits.access),
  pets: text(homeLimits.words),
  parking: text(homeLimits.words),
  emergencyContact: line(200),
  emergencyPhone: line(40),
};
const { address, ...others } = fields;

/** A new home: its address, and as much of the rest as is known. */
export const HomeForm = z.object({ address, ...z.partial(z.object(others)).shape });
export type HomeForm = z.infer<typeof HomeForm>;

export const HomeChange = z.partial(z.object(fields));
export type HomeChange = z.infer<typeof HomeChange>;

export const Home = z.object({ id: Id, ...fields, createdAt: Instant });
export type Home = z.infer<typeof Home>;

/** The places of earlier bookings, which are no homes yet. */
export const SuggestedHome = z.object(fields);
export type SuggestedHome = z.infer<typeof SuggestedHome>;

export const Homes = z.object({
  /** The last used first. */
  homes: z.array(Home),
  /** The places of earlier bookings, the latest first; empty once the person has answered whether to keep them. */
  suggested: z.array(SuggestedHome),
});
export type Homes = z.infer<typeof Homes>;

export const SuggestedAnswer = z.object({ keep: z.boolean() });
export const JoinedHome = z.object({ homeId: Id });
