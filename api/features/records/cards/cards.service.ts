import { randomUUID } from 'node:crypto';
import type { PaymentMethod } from '../../../contract/schemas/payments.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import type { CardHolder, CustomerCards, SavedCard } from '../../../providers/payments/payments.ts';
import { findByCustomer, requireUser, withCustomer } from '../account/account.service.ts';
import { asRefusal } from '../payments/provider-refusal.ts';
import { readPlanAtProvider } from '../subscription/subscription.service.ts';
import { presentCard } from './cards.presenter.ts';
import { claimChange, endChange } from './cards.repository.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'payments' | 'changes'>;

/** The time after which a change counts as lost, longer than one can take with its retries at the provider. */
const changeMs = 120_000;

/**
 * Begins the adding of a card; the first one also creates the person's customer at the provider.
 * @throws Refusal `payment_unavailable`
 */
export function createSetupIntent(deps: Parts, person: Person): Promise<{ client_secret: string }> {
  return asRefusal(async () => ({
    client_secret: await withCustomer(deps, person.id, (customerId) =>
      deps.payments.createSetupIntent({ customerId, attempt: randomUUID() }),
    ),
  }));
}

/**
 * A person's cards as the provider has them now: the default first, then the newest. A person who never paid and
 * never added a card has none, and the provider is not asked.
 * @throws Refusal `payment_unavailable`
 */
export async function listPaymentMethods(deps: Parts, person: Person): Promise<PaymentMethod[]> {
  const holder = await holderOf(deps.db, person);
  if (!holder) return [];
  const { cards, defaultId } = await asRefusal(() => settledCards(deps, holder));
  return [...cards]
    .sort((a, b) => Number(b.id === defaultId) - Number(a.id === defaultId))
    .map((card) => presentCard(card, card.id === defaultId));
}

/**
 * Removes a card. If it was the default, the newest other card that has not expired becomes the default first.
 * @throws Refusal `not_found` (another person's card too), `last_card`, `conflict`, `payment_unavailable`
 */
export function removePaymentMethod(deps: Parts, person: Person, cardId: string): Promise<{ done: true }> {
  return changing(deps, person, cardId, async (holder, { cards, defaultId }) => {
    const next = cards.find((card) => card.id !== cardId && isValid(card, deps.clock.now()));
    if (!next && holder.subscriptionId && (cardId === defaultId || cards.length === 1)) {
      throw new Refusal(
        'last_card',
        'This card pays for your plan. Please add another card before you remove it.',
      );
    }
    if (next && cardId === defaultId) {
      await deps.payments.setDefaultCard({ ...holder, cardId: next.id, attempt: randomUUID() });
    }
    await deps.payments.removeCard(cardId, randomUUID());
  });
}

/**
 * Makes a card the default, for the running plan too.
 * @throws Refusal `not_found` (another person's card too), `conflict`, `payment_unavailable`
 */
export function makePaymentMethodDefault(
  deps: Parts,
  person: Person,
  cardId: string,
): Promise<{ done: true }> {
  // Set even if the card is the default already, because a plan and its customer may name different cards.
  return changing(deps, person, cardId, (holder) =>
    deps.payments.setDefaultCard({ ...holder, cardId, attempt: randomUUID() }),
  );
}

/** Handles a card saved at the provider: the person's other devices show it. */
export async function cardSaved(deps: Pick<Parts, 'db' | 'changes'>, customerId: string): Promise<void> {
  const { db, changes } = deps;
  const userId = await findByCustomer(db, customerId);
  if (userId) changes.tell({ people: [userId], keys: ['/api/payment-methods'] });
}

async function holderOf(db: Db, person: Person): Promise<CardHolder | null> {
  const { customer_id: customerId } = await requireUser(db, person.id);
  return customerId ? { customerId, subscriptionId: await readPlanAtProvider(db, person.id) } : null;
}

/** A card is valid until the end of the printed month. */
const isValid = ({ expYear, expMonth }: SavedCard, now: Date): boolean =>
  now.getTime() < Date.UTC(expYear, expMonth, 1);

/**
 * Makes the first card of a person without a default the default, so that the card shown as default is the one
 * charged. A plan with another payment source keeps it until its member chooses a card.
 */
async function settledCards(deps: Parts, holder: CardHolder): Promise<CustomerCards> {
  const { payments, clock } = deps;
  const found = await payments.readCards(holder);
  const first = found.cards.findLast((card) => isValid(card, clock.now()));
  if (found.defaultId || found.paysOtherwise || !first) return found;
  await payments.setDefaultCard({
    ...holder,
    cardId: first.id,
    attempt: `first:${holder.subscriptionId}:${first.id}`,
  });
  return { ...found, defaultId: first.id };
}

/**
 * Runs one change of a person's cards at a time. Otherwise two simultaneous removals could each keep the card that
 * the other removes.
 */
async function changing(
  deps: Parts,
  person: Person,
  cardId: string,
  change: (holder: CardHolder, found: CustomerCards) => Promise<void>,
): Promise<{ done: true }> {
  const { db, clock, payments, changes } = deps;
  const holder = await holderOf(db, person);
  if (!holder) throw notFound('Card');
  const id = randomUUID();
  const until = new Date(clock.now().getTime() + changeMs).toISOString();
  if (!(await claimChange(db, { userId: person.id, id, now: instant(clock), until })))
    throw new Refusal('conflict', 'Your cards are being changed in another window. Please try again.');
  try {
    await asRefusal(async () => {
      const found = await payments.readCards(holder);
      if (!found.cards.some((card) => card.id === cardId)) throw notFound('Card');
      await change(holder, found);
    });
  } finally {
    await endChange(db, person.id, id);
    // Also after a failure, because the provider may have done all or a part of it.
    changes.tell({ people: [person.id], keys: ['/api/payment-methods'] });
  }
  return { done: true };
}
