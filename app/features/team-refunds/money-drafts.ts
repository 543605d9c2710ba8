import { begunNames } from '../../pwa/storage/begun.ts';
import { fieldsKeptAs } from '../../pwa/storage/kept-fields.ts';

/** Unsent refunds and given hours, by name. */
export const { keepDraft, forgetDraft, typedOver } = fieldsKeptAs(begunNames.refunds);
