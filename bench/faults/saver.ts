import { randomUUID } from 'node:crypto';
import type { PlanTier } from '../../api/contract/rules/plans.ts';
import type { SubscriptionPreview } from '../../api/contract/schemas/subscription.ts';
import { Asking, type Person } from './asking.ts';
import type { Given } from './member.ts';

const dayMs = 86_400_000;

/**
 * A member who counts: has Basic, whose hour is the dearest, takes a larger plan for the last minutes of the month,
 * agrees in them to as much work as possible, and goes back. The books then compare each hour with the rule.
 */
export class Saver {
  readonly #me: Person;
  readonly #random: () => number;
  readonly #given: Given;
  readonly #ask: Asking;
  /** Bookings that are not done yet. */
  #open: string[] = [];

  constructor(me: Person, random: () => number, given: Given) {
    this.#me = me;
    this.#random = random;
    this.#given = given;
    this.#ask = new Asking({ ...given, random });
  }

  /** Begins with the smallest plan. */
  async begin(): Promise<void> {
    const idempotencyKey = randomUUID();
    const begun = await this.#ask.until(() =>
      this.#me.client.call('createSubscription', { body: { tier: 'basic' }, idempotencyKey }),
    );
    if (begun.status !== 200 || !begun.body.clientSecret) return;
    await this.#ask.confirm(begun.body.clientSecret);
  }

  /** The last minutes of the month. */
  async save(): Promise<void> {
    if ((await this.#plan()).tier === 'none') return;
    const asksForLonger = this.#random() < 0.4 ? await this.#doLongerWork() : null;
    if (await this.#takeLarger(this.#random() < 0.7 ? 'premium' : 'standard'))
      this.#given.result.savings += 1;
    if (asksForLonger) await this.#agreeToLonger(asksForLonger);
    const visits = 2 + Math.floor(this.#random() * 3);
    for (let visit = 0; visit < visits; visit += 1) await this.#book();
    await this.#goBack();
    if (this.#random() < 0.5) await this.#book();
    if (this.#random() < 0.5) await this.#done();
  }

  /** The first hour of the next month, before it is charged. */
  async bookBeforeTheCharge(): Promise<void> {
    if ((await this.#plan()).tier === 'none') return;
    await this.#book();
    if (this.#random() < 0.5) await this.#goBack();
    if (this.#random() < 0.5) await this.#done();
  }

  /** All work is done once the next month is paid. */
  async finish(): Promise<void> {
    while (this.#open.length) await this.#done();
  }

  async #plan() {
    return (await this.#ask.until(() => this.#me.client.call('readSubscription'))).body;
  }

  /** Books long work on the terms that are shown. */
  async #book(): Promise<boolean> {
    const scheduledDate = new Date(this.#given.now() + 10 * dayMs).toISOString();
    const query = { serviceId: this.#given.longWork, scheduledDate };
    const { body: terms } = await this.#ask.until(() => this.#me.client.call('readBookingTerms', { query }));
    if (!terms.past) return false;
    const past = { missingHours: terms.missingHours, amountCents: terms.past.amountCents };
    const body = { ...query, notes: '', paymentType: 'subscription' as const, past };
    const idempotencyKey = randomUUID();
    const booked = await this.#ask.until(() =>
      this.#me.client.call('createBooking', { body, idempotencyKey }),
    );
    if (booked.status !== 200) return false;
    this.#open.push(booked.body.id);
    this.#given.result.past += 1;
    return true;
  }

  async #takeLarger(tier: PlanTier): Promise<boolean> {
    const shown = await this.#ask.until(() =>
      this.#me.client.call('previewSubscription', { query: { tier } }),
    );
    if (shown.status !== 200) return false;
    const preview: SubscriptionPreview = shown.body;
    if (preview.kind !== 'upgrade') return false;
    const body = { tier, terms: preview.terms };
    const changed = await this.#ask.until(() => this.#me.client.call('changeSubscription', { body }));
    return changed.status === 200;
  }

  /** Back to Basic with the next month, or no further month at all; sometimes never. */
  async #goBack(): Promise<void> {
    const chance = this.#random();
    if (chance < 0.5)
      await this.#ask.until(() => this.#me.client.call('changeSubscription', { body: { tier: 'basic' } }));
    else if (chance < 0.8)
      await this.#ask.until(() =>
        this.#me.client.call('changeSubscription', { body: { cancelAtPeriodEnd: true } }),
      );
  }

  /** The team does the oldest open work. */
  async #done(): Promise<void> {
    const id = this.#open.shift();
    if (id) await this.#complete(id, {});
  }

  #complete(id: string, more: { actualHours?: number; reason?: string }) {
    const body = { status: 'completed' as const, ...more };
    return this.#ask.until(() => this.#given.team.client.call('setBookingStatus', { params: { id }, body }));
  }

  /** @returns work that took longer, about which the member is asked */
  async #doLongerWork(): Promise<string | null> {
    const id = this.#open.shift() ?? ((await this.#book()) ? this.#open.pop() : null);
    if (!id) return null;
    await this.#complete(id, {
      actualHours: 17 + Math.floor(this.#random() * 8),
      reason: 'The roof was wet.',
    });
    return id;
  }

  async #agreeToLonger(id: string): Promise<void> {
    const params = { id };
    const { body } = await this.#ask.until(() => this.#me.client.call('readBooking', { params }));
    const { extra } = body;
    if (!extra?.terms) return;
    const { planHours, cardHours, past } = extra.terms;
    const agreed = { questionId: extra.id, planHours, cardHours, amountCents: past?.amountCents ?? 0 };
    const answer = await this.#ask.until(() =>
      this.#me.client.call('agreeToExtraHours', { params, body: agreed }),
    );
    if (answer.status === 200) this.#given.result.longer += 1;
  }
}
