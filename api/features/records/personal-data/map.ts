import { accountAnswers } from './map/account.ts';
import { bookingsAnswers } from './map/bookings.ts';
import { businessAnswers } from './map/business.ts';
import { homesAnswers } from './map/homes.ts';
import { hoursAnswers } from './map/hours.ts';
import { messagesAnswers } from './map/messages.ts';
import { noticesAnswers } from './map/notices.ts';
import { offerAnswers } from './map/offer.ts';
import { paymentsAnswers } from './map/payments.ts';
import { reportAnswers } from './map/report.ts';
import { requestsAnswers } from './map/requests.ts';
import { subscriptionAnswers } from './map/subscription.ts';
import type { DataMap } from './map.types.ts';

/**
 * Every table and column, with its owner, and its fate when the owner leaves. The file of a person's data and the
 * deletion of an account follow this map. A column without an answer fails the compiler and `map.test.ts`, which reads
 * the schema of both engines. A table stands after those to which its rows refer.
 */
export const dataMap: DataMap = {
  ...accountAnswers,
  ...homesAnswers,
  ...businessAnswers,
  ...offerAnswers,
  ...bookingsAnswers,
  ...requestsAnswers,
  ...messagesAnswers,
  ...subscriptionAnswers,
  ...paymentsAnswers,
  ...hoursAnswers,
  ...noticesAnswers,
  ...reportAnswers,
};

/** Tables that are not the product's own, and the reason why they hold no personal data. */
export const otherTables: Record<string, string> = {
  rate_limits:
    'Counts by a person’s id or an address of the network, for a minute, and for a day of tried cards and stored bytes',
};
