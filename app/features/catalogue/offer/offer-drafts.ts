import type { OfferDraft, OfferService } from '../../../../api/contract/schemas/offer.ts';
import { begunNames, entriesOf } from '../../../pwa/storage/begun.ts';
import type { ServiceFields } from './service-fields.ts';

/** An unsent change of a service, or a new one. */
export interface ServiceDraft {
  /** The id under which a new service is sent, so that a repeat adds nothing. */
  id: string;
  fields: ServiceFields;
  /** The service as its author saw it, and its draft if that is edited. */
  seen: OfferService | null;
  seenDraft?: OfferDraft | null;
}

/** A service that is edited, or its draft; `null` and `null` for a new service. */
export interface Edited {
  service: OfferService | null;
  draft: OfferDraft | null;
}

/** Unsent changes by service, of drafts apart, and the new service as `new`, for this person and tab, until the sign-out. */
const drafts = entriesOf<ServiceDraft>(begunNames.offer);

const keyOf = ({ service, draft }: Edited): string =>
  draft ? `draft:${draft.serviceId}` : (service?.id ?? 'new');

export const draftOf = (edited: Edited): ServiceDraft | undefined => drafts.read(keyOf(edited));
export const keepDraft = (edited: Edited, draft: ServiceDraft): void => drafts.keep(keyOf(edited), draft);
export const forgetDraft = (edited: Edited): void => drafts.forget(keyOf(edited));
