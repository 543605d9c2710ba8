export interface CampaignResult {
  /** Differences between the provider's books and ours, one line each; none is acceptable. */
  differences: string[];
  payments: number;
  /** Refunds of payments that could not be booked, and of cancelled bookings. */
  refunds: number;
  planChanges: number;
  /** Bookings with an agreement past the hours. */
  past: number;
  /** Accepted quotes in hours, and late cancellations. */
  quotes: number;
  late: number;
  /** Answered questions about longer work. */
  longer: number;
  /** Payments that banks disputed. */
  disputes: number;
  /** What the owner did in the provider's dashboard. */
  deeds: number;
  /** Larger plans that were taken for the last minutes of a month. */
  savings: number;
  kills: number;
  lostAnswers: number;
}

export const nothingYet = (): CampaignResult => ({
  differences: [],
  payments: 0,
  refunds: 0,
  planChanges: 0,
  past: 0,
  quotes: 0,
  late: 0,
  longer: 0,
  disputes: 0,
  deeds: 0,
  savings: 0,
  kills: 0,
  lostAnswers: 0,
});
