/** The shown cost of an upgrade, with the facts that it was computed from. */
export interface ShownTerms {
  subscriptionId: string;
  /** The versions before and after. */
  fromVersionId: string;
  versionId: string;
  /** The end of the running period, for whose rest the larger plan is charged. */
  periodEnd: string;
  prorationAt: string;
  amountCents: number;
}

/**
 * Terms as the text that is sealed (`sealOf`). The seal proves that we showed these terms for the plan in its
 * present state.
 */
export function textOfTerms(terms: ShownTerms): string {
  const { subscriptionId, fromVersionId, versionId, periodEnd, prorationAt, amountCents } = terms;
  return JSON.stringify([subscriptionId, fromVersionId, versionId, periodEnd, prorationAt, amountCents]);
}
