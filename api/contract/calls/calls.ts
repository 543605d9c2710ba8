import type * as z from 'zod/mini';
import type { CallName } from '../paths/paths.ts';
import { accountCalls } from './account-calls.ts';
import { accountDeletionCalls } from './account-deletion-calls.ts';
import { adminBookingCalls } from './admin-booking-calls.ts';
import { appearanceCalls } from './appearance-calls.ts';
import { bookingCalls } from './booking-calls.ts';
import { businessCalls } from './business-calls.ts';
import type { Call, Schema } from './call.ts';
import { chatCalls } from './chat-calls.ts';
import { customerDataCalls } from './customer-data-calls.ts';
import { customerCalls } from './customers-calls.ts';
import { dataExportCalls } from './data-export-calls.ts';
import { disputeCalls } from './disputes-calls.ts';
import { homeCalls } from './home-calls.ts';
import { messageCalls } from './message-calls.ts';
import { offerCalls } from './offer-calls.ts';
import { overageCalls } from './overage-calls.ts';
import { overtimeCalls } from './overtime-calls.ts';
import { paymentCalls } from './payment-calls.ts';
import { planCalls } from './plan-calls.ts';
import { quoteCalls } from './quotes-calls.ts';
import { refundCalls } from './refunds-calls.ts';
import { scheduleCalls } from './schedule-calls.ts';
import { teamCalls } from './team-calls.ts';
import { todayCalls } from './today-calls.ts';

/**
 * Every call of the API (spec §7). The router is built from this table, so a call outside it cannot be served. The
 * client is built from it, so a path is written once.
 */
export const calls = {
  ...accountCalls,
  ...bookingCalls,
  ...homeCalls,
  ...messageCalls,
  ...paymentCalls,
  ...chatCalls,
  ...customerCalls,
  ...customerDataCalls,
  ...dataExportCalls,
  ...accountDeletionCalls,
  ...disputeCalls,
  ...refundCalls,
  ...quoteCalls,
  ...overageCalls,
  ...overtimeCalls,
  ...scheduleCalls,
  ...teamCalls,
  ...todayCalls,
  ...businessCalls,
  ...appearanceCalls,
  ...offerCalls,
  ...planCalls,
  ...adminBookingCalls,
} as const satisfies Record<CallName, Call>;

export type Calls = typeof calls;
export type Answer<N extends CallName> = z.infer<Calls[N]['answer']>;
export type Body<N extends CallName> = Calls[N] extends { body: infer B extends Schema }
  ? z.infer<B>
  : undefined;
export type Params<N extends CallName> = Calls[N] extends { params: infer P extends Schema }
  ? z.infer<P>
  : undefined;
export type Query<N extends CallName> = Calls[N] extends { query: infer Q extends Schema }
  ? z.infer<Q>
  : undefined;
