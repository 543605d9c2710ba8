import { Refusal } from '../../../../core/refusal.ts';
import { type OfferRows, presentOffer } from './offer.presenter.ts';
import { isSameName } from './offer.rules.ts';

/** @throws Refusal `conflict` with the present offer unless `seen` is the version of the row */
export function refuseUnseen(
  row: { version: number } | undefined,
  seen: number | null,
  rows: OfferRows,
  kind: 'service' | 'category' | 'draft',
): void {
  if ((row?.version ?? null) !== seen) throw stale(rows, `This ${kind}`);
}

export const stale = (rows: OfferRows, what: string): Refusal =>
  new Refusal('conflict', `${what} was changed since you opened it. Please look at it again.`, {
    current: presentOffer(rows),
  });

/** @throws Refusal `conflict` on `name` if one of the others has it */
export function refuseSameName(others: readonly { name: string }[], name: string): void {
  if (!others.some((one) => isSameName(one.name, name))) return;
  const message = 'Another one has this name';
  throw new Refusal('conflict', message, { fields: { name: message } });
}

export const full = (most: string): Refusal =>
  new Refusal('conflict', `There are ${most} already. Please change one that you no longer offer.`);
