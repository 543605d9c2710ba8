import { type Kysely, sql } from 'kysely';
import { type MigrationResultSet, Migrator } from 'kysely/migration';
import type { Db } from './database.ts';
import * as groundFloor from './migrations/2026-11/2026-11-21-ground-floor.ts';
import * as memberScreens from './migrations/2026-11/2026-11-21-member-screens.ts';
import * as money from './migrations/2026-11/2026-11-22-money.ts';
import * as planChanges from './migrations/2026-11/2026-11-22-plan-changes.ts';
import * as planRevisions from './migrations/2026-11/2026-11-22-plan-revisions.ts';
import * as refunds from './migrations/2026-11/2026-11-23-refunds.ts';
import * as audit from './migrations/2026-11/2026-11-24-audit.ts';
import * as bookingsDesk from './migrations/2026-11/2026-11-24-bookings-desk.ts';
import * as chat from './migrations/2026-11/2026-11-24-chat.ts';
import * as customers from './migrations/2026-11/2026-11-24-customers.ts';
import * as quotes from './migrations/2026-11/2026-11-24-quotes.ts';
import * as schedule from './migrations/2026-11/2026-11-24-schedule.ts';
import * as userWords from './migrations/2026-11/2026-11-24-user-words.ts';
import * as longWork from './migrations/2026-11/2026-11-25-long-work.ts';
import * as quoteRevenue from './migrations/2026-11/2026-11-26-quote-revenue.ts';
import * as requestWords from './migrations/2026-11/2026-11-26-request-words.ts';
import * as waits from './migrations/2026-11/2026-11-26-waits.ts';
import * as push from './migrations/2026-11/2026-11-27-push.ts';
import * as photos from './migrations/2026-11/2026-11-28-photos.ts';
import * as photoBound from './migrations/2026-11/2026-11-29-photo-bound.ts';
import * as invoicesPaid from './migrations/2026-11/2026-11-30-invoices-paid.ts';
import * as sessionIssuers from './migrations/2026-12/2026-12-01-session-issuers.ts';
import * as stuckRefunds from './migrations/2026-12/2026-12-01-stuck-refunds.ts';
import * as administrators from './migrations/2026-12/2026-12-02-administrators.ts';
import * as unpaidBookings from './migrations/2026-12/2026-12-02-unpaid-bookings.ts';
import * as disputes from './migrations/2026-12/2026-12-03-disputes.ts';
import * as rateLimits from './migrations/2026-12/2026-12-04-rate-limits.ts';
import * as noTokens from './migrations/2026-12/2026-12-05-no-tokens.ts';
import * as pastHours from './migrations/2026-12/2026-12-05-past-hours.ts';
import * as writeProbes from './migrations/2026-12/2026-12-05-write-probes.ts';
import * as keptPeriods from './migrations/2026-12/2026-12-06-kept-periods.ts';
import * as givenUp from './migrations/2026-12/2026-12-07-given-up.ts';
import * as dataExports from './migrations/2026-12/2026-12-08-data-exports.ts';
import * as extraHours from './migrations/2026-12/2026-12-08-extra-hours.ts';
import * as accountDeletions from './migrations/2026-12/2026-12-09-account-deletions.ts';
import * as photoBytes from './migrations/2026-12/2026-12-11-photo-bytes.ts';
import * as saidOut from './migrations/2026-12/2026-12-11-said-out.ts';
import * as unpaidDesk from './migrations/2026-12/2026-12-11-unpaid-desk.ts';
import * as unpaidOrder from './migrations/2026-12/2026-12-12-unpaid-order.ts';
import * as goneSessions from './migrations/2026-12/2026-12-13-gone-sessions.ts';
import * as leaversPlans from './migrations/2026-12/2026-12-13-leavers-plans.ts';
import * as leftAtProvider from './migrations/2026-12/2026-12-13-left-at-provider.ts';
import * as bookingDetails from './migrations/2026-12/2026-12-14-booking-details.ts';
import * as cardKeys from './migrations/2026-12/2026-12-15-card-keys.ts';
import * as oneSigma from './migrations/2026-12/2026-12-16-one-sigma.ts';
import * as staleCustomers from './migrations/2026-12/2026-12-17-stale-customers.ts';
import * as refundedHours from './migrations/2026-12/2026-12-18-refunded-hours.ts';
import * as partRefunds from './migrations/2026-12/2026-12-20-part-refunds.ts';
import * as givenHours from './migrations/2026-12/2026-12-21-given-hours.ts';
import * as unclearAtProvider from './migrations/2026-12/2026-12-25-unclear-at-provider.ts';
import * as answersHaveAWeek from './migrations/2026-12/2026-12-26-answers-have-a-week.ts';
import * as peopleByNumber from './migrations/2027-01/2027-01-01-people-by-number.ts';
import * as givenByHand from './migrations/2027-01/2027-01-02-given-by-hand.ts';
import * as largeExports from './migrations/2027-01/2027-01-02-large-exports.ts';
import * as roles from './migrations/2027-01/2027-01-04-roles.ts';
import * as teamInvitations from './migrations/2027-01/2027-01-04-team-invitations.ts';
import * as business from './migrations/2027-01/2027-01-07-business.ts';
import * as planVersions from './migrations/2027-01/2027-01-08-plans.ts';
import * as offer from './migrations/2027-01/2027-01-09-offer.ts';
import * as questions from './migrations/2027-01/2027-01-09-questions.ts';
import * as planDrafts from './migrations/2027-01/2027-01-10-plan-drafts.ts';
import * as planMoves from './migrations/2027-01/2027-01-11-plan-moves.ts';
import * as appearance from './migrations/2027-01/2027-01-14-appearance.ts';
import * as asBooked from './migrations/2027-01/2027-01-16-as-booked.ts';
import * as serviceDrafts from './migrations/2027-01/2027-01-16-service-drafts.ts';
import * as servicePictures from './migrations/2027-01/2027-01-17-service-pictures.ts';
import * as teamDesk from './migrations/2027-01/2027-01-20-team-desk.ts';
import * as teamDeskLists from './migrations/2027-01/2027-01-21-team-desk-lists.ts';
import * as answerPhotos from './migrations/2027-01/2027-01-24-answer-photos.ts';
import * as planMembers from './migrations/2027-01/2027-01-25-plan-members.ts';
import * as homes from './migrations/2027-01/2027-01-26-homes.ts';
import * as teamNews from './migrations/2027-01/2027-01-28-team-news.ts';
import * as workers from './migrations/2027-02/2027-02-01-workers.ts';
import * as shownWorkers from './migrations/2027-02/2027-02-03-shown-workers.ts';
import * as plannedVisits from './migrations/2027-02/2027-02-04-planned-visits.ts';
import * as slots from './migrations/2027-02/2027-02-05-slots.ts';
import * as offerDrafts from './migrations/2027-02/2027-02-06-offer-drafts.ts';
import * as movedAndTakenTimes from './migrations/2027-02/2027-02-08-moved-and-taken-times.ts';
import * as quotedSlots from './migrations/2027-02/2027-02-09-quoted-slots.ts';
import * as leaveAnswers from './migrations/2027-02/2027-02-11-leave-answers.ts';
import * as samePerson from './migrations/2027-02/2027-02-12-same-person.ts';
import * as travelTimes from './migrations/2027-02/2027-02-13-travel-times.ts';
import * as arrivalWindows from './migrations/2027-02/2027-02-14-arrival-windows.ts';
import * as visitsOfAPerson from './migrations/2027-02/2027-02-15-visits-of-a-person.ts';
import * as offerRevision from './migrations/2027-02/2027-02-16-offer-revision.ts';
import { isPostgres } from './open.ts';

/** Migrations in the order of their names. A landed migration never changes. */
export const migrations = {
  '2026-11-21-ground-floor': groundFloor,
  '2026-11-21-member-screens': memberScreens,
  '2026-11-22-money': money,
  '2026-11-22-plan-changes': planChanges,
  '2026-11-22-plan-revisions': planRevisions,
  '2026-11-23-refunds': refunds,
  '2026-11-24-audit': audit,
  '2026-11-24-bookings-desk': bookingsDesk,
  '2026-11-24-chat': chat,
  '2026-11-24-customers': customers,
  '2026-11-24-quotes': quotes,
  '2026-11-24-schedule': schedule,
  '2026-11-24-user-words': userWords,
  '2026-11-25-long-work': longWork,
  '2026-11-26-quote-revenue': quoteRevenue,
  '2026-11-26-request-words': requestWords,
  '2026-11-26-waits': waits,
  '2026-11-27-push': push,
  '2026-11-28-photos': photos,
  '2026-11-29-photo-bound': photoBound,
  '2026-11-30-invoices-paid': invoicesPaid,
  '2026-12-01-session-issuers': sessionIssuers,
  '2026-12-01-stuck-refunds': stuckRefunds,
  '2026-12-02-administrators': administrators,
  '2026-12-02-unpaid-bookings': unpaidBookings,
  '2026-12-03-disputes': disputes,
  '2026-12-04-rate-limits': rateLimits,
  '2026-12-05-no-tokens': noTokens,
  '2026-12-05-past-hours': pastHours,
  '2026-12-05-write-probes': writeProbes,
  '2026-12-06-kept-periods': keptPeriods,
  '2026-12-07-given-up': givenUp,
  '2026-12-08-data-exports': dataExports,
  '2026-12-08-extra-hours': extraHours,
  '2026-12-09-account-deletions': accountDeletions,
  '2026-12-11-photo-bytes': photoBytes,
  '2026-12-11-said-out': saidOut,
  '2026-12-11-unpaid-desk': unpaidDesk,
  '2026-12-12-unpaid-order': unpaidOrder,
  '2026-12-13-gone-sessions': goneSessions,
  '2026-12-13-leavers-plans': leaversPlans,
  '2026-12-13-left-at-provider': leftAtProvider,
  '2026-12-14-booking-details': bookingDetails,
  '2026-12-15-card-keys': cardKeys,
  '2026-12-16-one-sigma': oneSigma,
  '2026-12-17-stale-customers': staleCustomers,
  '2026-12-18-refunded-hours': refundedHours,
  '2026-12-20-part-refunds': partRefunds,
  '2026-12-21-given-hours': givenHours,
  '2026-12-25-unclear-at-provider': unclearAtProvider,
  '2026-12-26-answers-have-a-week': answersHaveAWeek,
  '2027-01-01-people-by-number': peopleByNumber,
  '2027-01-02-given-by-hand': givenByHand,
  '2027-01-02-large-exports': largeExports,
  '2027-01-04-roles': roles,
  '2027-01-04-team-invitations': teamInvitations,
  '2027-01-07-business': business,
  '2027-01-08-plans': planVersions,
  '2027-01-09-offer': offer,
  '2027-01-09-questions': questions,
  '2027-01-10-plan-drafts': planDrafts,
  '2027-01-11-plan-moves': planMoves,
  '2027-01-14-appearance': appearance,
  '2027-01-16-as-booked': asBooked,
  '2027-01-16-service-drafts': serviceDrafts,
  '2027-01-17-service-pictures': servicePictures,
  '2027-01-20-team-desk': teamDesk,
  '2027-01-21-team-desk-lists': teamDeskLists,
  '2027-01-24-answer-photos': answerPhotos,
  '2027-01-25-plan-members': planMembers,
  '2027-01-26-homes': homes,
  '2027-01-28-team-news': teamNews,
  '2027-02-01-workers': workers,
  '2027-02-03-shown-workers': shownWorkers,
  '2027-02-04-planned-visits': plannedVisits,
  '2027-02-05-slots': slots,
  '2027-02-06-offer-drafts': offerDrafts,
  '2027-02-08-moved-and-taken-times': movedAndTakenTimes,
  '2027-02-09-quoted-slots': quotedSlots,
  '2027-02-11-leave-answers': leaveAnswers,
  '2027-02-12-same-person': samePerson,
  '2027-02-13-travel-times': travelTimes,
  '2027-02-14-arrival-windows': arrivalWindows,
  '2027-02-15-visits-of-a-person': visitsOfAPerson,
  '2027-02-16-offer-revision': offerRevision,
};

/** The migration that rewrites SQLite's file with `vacuum`, which cannot run in a transaction. */
const rewritesFile = '2026-12-05-no-tokens';
const beforeRewriting = '2026-12-04-rate-limits' satisfies keyof typeof migrations;

/**
 * Brings the schema up to date in one transaction: a start that is killed meanwhile leaves the database as it was,
 * and other servers of the same database write before it or after it. An SQLite file that is still to be rewritten
 * takes one transaction before that, and one after it. @throws the first migration's own error.
 */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  const migrator = migratorOf(db);
  if (!isPostgres(db as unknown as Db) && !(await hasRun(migrator, rewritesFile))) {
    orThrow(await migrator.migrateTo(beforeRewriting));
    orThrow(await migrator.migrateTo(rewritesFile, { disableTransactions: true }));
  }
  orThrow(await migrator.migrateToLatest());
}

/** Whether every migration has run. */
export async function isMigrated<T>(db: Kysely<T>): Promise<boolean> {
  return (await migratorOf(db).getMigrations()).every((m) => m.executedAt);
}

/** Whether a newer release has migrated it. */
export async function isNewer<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.some(({ name }) => !(name in migrations));
}

const migratorOf = <T>(db: Kysely<T>) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } });

async function hasRun(migrator: Migrator, name: keyof typeof migrations): Promise<boolean> {
  return (await migrator.getMigrations()).some((m) => m.name === name && m.executedAt !== undefined);
}

/** Kysely's message about a migration that the database has and this release has not. */
const ofNewerRelease = /previously executed migration \S+ is missing/;

function orThrow({ error }: MigrationResultSet): void {
  if (error instanceof Error && ofNewerRelease.test(error.message))
    throw new Error(
      'this database was migrated by a newer release. Start that release, or restore a backup made before the update',
      { cause: error },
    );
  if (error) throw error;
}
