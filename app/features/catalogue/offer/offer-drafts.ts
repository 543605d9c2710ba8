import type { OfferService } from '../../../../api/contract/schemas/offer.ts';
import { begunNames, entriesOf } from '../../../pwa/storage/begun.ts';
import type { ServiceFields } from './service-fields.ts';

/** An unsent change of a service, or a new one. */
export interface ServiceDraft {
  /** The id under which a new service is sent, so that a repeat adds nothing. */
  id: string;
  fields: ServiceFields;
  /** The service as its author saw it. */
  seen: OfferService | null;
}

/** Unsent changes by service, and the new service as `new`, for this person and tab, until the sign-out. */
const drafts = entriesOf<ServiceDraft>(begunNames.offer);

const keyOf = (service: OfferService | null): string => service?.id ?? 'new';

export const draftOf = (service: OfferService | null): ServiceDraft | undefined =>
  drafts.read(keyOf(service));
export const keepDraft = (service: OfferService | null, draft: ServiceDraft): void =>
  drafts.keep(keyOf(service), draft);
export const forgetDraft = (service: OfferService | null): void => drafts.forget(keyOf(service));
