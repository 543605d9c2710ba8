import type { BookedBy, Service, ServiceCategory } from '../../../contract/schemas/catalogue.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { presentCategory, presentService } from './catalogue.presenter.ts';
import {
  type RatingRow,
  type ServiceRow,
  selectCategories,
  selectCustomService,
  selectNotice,
  selectRatings,
  selectRetired,
  selectRevision,
  selectService,
  selectServices,
} from './catalogue.repository.ts';
import { presentQuestion, readQuestions, readQuestionsOf } from './questions/questions.service.ts';

export async function listCategories(db: Db): Promise<ServiceCategory[]> {
  return (await selectCategories(db, {})).map(presentCategory);
}

type Parts = Pick<Deps, 'db' | 'clock' | 'sandbox'>;

/** The services of one revision of the offer, with these ratings. */
interface Listed {
  revision: number;
  ratings: Ratings;
  services: Service[];
}
const lists = new WeakMap<Db, Listed>();

/** The bookable services. They are read again once the offer or a rating has changed; nobody may change the list. */
export async function listServices(deps: Parts): Promise<Service[]> {
  const ratings = await readRatings(deps);
  // Before its rows: those of a later revision then only are read again.
  const revision = (await selectRevision(deps.db, {}))[0]?.revision ?? 0;
  const known = lists.get(deps.db);
  if (known?.revision === revision && known.ratings === ratings) return known.services;
  const services = await buildList(deps, ratings);
  lists.set(deps.db, { revision, ratings, services });
  return services;
}

async function buildList(deps: Parts, ratings: Ratings): Promise<Service[]> {
  const rows = await selectServices(deps.db, {});
  const questions = await readQuestions(deps.db);
  return rows.map((row) =>
    presentService(
      row,
      ratingOf(deps.sandbox, ratings.get(row.id)),
      questions.get(row.id)?.map(presentQuestion),
    ),
  );
}

/** @throws Refusal `not_found` */
export async function readService(deps: Parts, id: string): Promise<Service> {
  const row = await findService(deps.db, id);
  const questions = await readQuestionsOf(deps.db, id);
  const rated = (await readRatings(deps)).get(id);
  return presentService(row, ratingOf(deps.sandbox, rated), questions.map(presentQuestion));
}

type Ratings = ReadonlyMap<string, RatingRow>;

const noRatings: Ratings = new Map();

/** The time for which a count of all reviews holds in a process: the count of 100,000 takes 20 ms. */
const countHoldsMs = 60_000;
const counts = new WeakMap<Db, { at: number; ratings: Promise<Ratings> }>();

/** The reviews of each service, counted at most once a minute. None where the rating is the fixed one. */
async function readRatings(deps: Parts): Promise<Ratings> {
  if (deps.sandbox?.identity) return noRatings;
  const now = deps.clock.now().getTime();
  const known = counts.get(deps.db);
  if (known && now - known.at < countHoldsMs) return known.ratings;
  const rows = selectRatings(deps.db, {});
  const ratings = rows.then((all) => new Map(all.map((one) => [one.service_id, one])));
  counts.set(deps.db, { at: now, ratings });
  // A count that failed is made again by the next reader.
  ratings.catch(() => counts.delete(deps.db));
  return ratings;
}

/** The fewest reviews whose mean says something about the service. */
const fewestReviews = 5;

/** The mean of the reviews. Where everybody signs in as a persona, it is the fixed one of spec §9. */
function ratingOf(sandbox: Parts['sandbox'], rated: RatingRow | undefined): Service['rating'] {
  if (sandbox?.identity) return { mean: 4.8, count: null };
  const count = Number(rated?.reviews ?? 0);
  if (count < fewestReviews) return undefined;
  return { mean: Math.round((Number(rated?.stars) / count) * 10) / 10, count };
}

/** A bookable service. */
export interface BookableService {
  id: string;
  name: string;
  /** The price by card; `null` if the service is not sold one by one. */
  priceCents: number | null;
  estimatedMinutes: number;
  categoryId: string;
  bookedBy: BookedBy;
  /** How long before the visit it must be booked. */
  noticeHours: number;
  /** Whether its price and length have been the same ever since the first offer. */
  isAsFirst: boolean;
}

/** The one source of a service's price and length. @throws Refusal `not_found` */
export async function requireService(db: Db, id: string): Promise<BookableService> {
  const row = await findService(db, id);
  return {
    id: row.id,
    name: row.name,
    priceCents: row.booked_by === 'plan' ? null : row.price_cents,
    estimatedMinutes: row.estimated_minutes,
    categoryId: row.category_id,
    bookedBy: row.booked_by,
    noticeHours: row.notice_hours,
    isAsFirst: row.terms_version === 1,
  };
}

/** The hours before a visit by which a service must be booked, also of a retired one. */
export async function readNoticeHours(db: Db, id: string): Promise<number> {
  const [row] = await selectNotice(db, { id });
  return row?.notice_hours ?? 0;
}

/** A service that was booked, also a retired one: its name now, and what decides who does it and when. */
export async function readBookedService(
  db: Db,
  id: string,
): Promise<Pick<BookableService, 'id' | 'name' | 'categoryId' | 'noticeHours'>> {
  const [row] = await selectNotice(db, { id });
  if (!row) throw notFound('Service');
  return { id, name: row.name, categoryId: row.category_id, noticeHours: row.notice_hours };
}

/** The service id of bookings made from custom requests; it is neither listed nor bookable. */
export async function requireCustomService(db: Db): Promise<string> {
  const [row] = await selectCustomService(db, {});
  if (!row) throw new Error('The catalogue was not seeded');
  return row.id;
}

async function findService(db: Db, id: string): Promise<ServiceRow> {
  const [row] = await selectService(db, { id });
  if (row) return row;
  const [retired] = await selectRetired(db, { id });
  throw retired ? new Refusal('not_found', 'This service is no longer offered') : notFound('Service');
}
