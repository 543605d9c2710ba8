import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { type PlanTier, planTiers } from '../../api/contract/rules/plans.ts';
import type { SubscriptionPreview } from '../../api/contract/schemas/subscription.ts';
import type { Db } from '../../api/db/database.ts';
import { aService } from '../../api/testing/builders/builders.ts';
import { visit } from '../../api/testing/outside/cards.ts';
import type { PaymentsProcess } from '../../api/testing/servers/payments-process.ts';
import { Asking, type Person } from './asking.ts';
import { Bank } from './banks.ts';
import type { CampaignResult } from './result.ts';

/** The times until a visit: one within its notice period, and one before it while the hours are still valid. */
const [soonMs, laterMs] = [6 * 3_600_000, 10 * 86_400_000];
const wish = {
  serviceId: 'custom-service',
  serviceName: 'Piano tuning',
  description: 'An upright from 1972, not tuned for years.',
  estimatedHours: 9,
  priority: 'standard',
  location: '12 Wattle Street, Newtown',
  contactInfo: '0400 000 000',
  paymentType: 'custom_quote',
} as const;

/** The parts of a campaign that its people share. */
export interface Given {
  heard: EventEmitter;
  db: Db;
  provider: PaymentsProcess;
  result: CampaignResult;
  /** The payments that a bank has asked about. */
  disputed: Set<string>;
  team: Person;
  /** A service that takes more hours than small plans have. */
  longWork: string;
  /** The time of the product's clock, in ms. */
  now: () => number;
}

/** A person who pays, subscribes, changes their plan and books, in a random order. */
export class Member {
  readonly #me: Person;
  readonly #ask: Asking;
  readonly #random: () => number;
  readonly #db: Db;
  readonly #result: CampaignResult;
  readonly #team: Person;
  readonly #now: () => number;
  readonly #longWork: string;
  readonly #bank: Bank;
  /** The payment of the plan, which must be the only one. */
  #planIntent: string | null = null;

  constructor(me: Person, random: () => number, given: Given) {
    this.#me = me;
    this.#ask = new Asking({ ...given, random });
    this.#random = random;
    this.#db = given.db;
    this.#result = given.result;
    this.#team = given.team;
    this.#now = given.now;
    this.#longWork = given.longWork;
    this.#bank = new Bank({ ...given, random });
  }

  async doSomething(serviceId: string): Promise<void> {
    await this.#bank.mayDecide();
    const { body: plan } = await this.#ask.until(() => this.#me.client.call('readSubscription'));
    const chance = this.#random();
    if (chance < 0.05) return this.#payForWhatIsTakenOff();
    if (chance < 0.4) return this.#payOnce(serviceId);
    if (plan.tier === 'none') return this.#subscribe();
    if (chance > 0.9) return this.#acceptHours();
    if (chance > 0.75) return this.#bookOverage();
    return this.#change(plan.tier, planTiers[Math.floor(this.#random() * planTiers.length)] ?? 'basic');
  }

  /** Withdraws the service between the beginning and the payment, so that the payment is refunded. */
  async #payForWhatIsTakenOff(): Promise<void> {
    const { id } = await aService(this.#db);
    const takenOff = this.#db.updateTable('services').set({ active: 0 }).where('id', '=', id);
    await this.#payOnce(id, () => takenOff.execute());
    this.#result.refunds += 1;
  }

  async #payOnce(serviceId: string, meanwhile: () => Promise<unknown> = async () => {}): Promise<void> {
    const idempotencyKey = randomUUID();
    const begun = await this.#ask.until(() =>
      this.#me.client.call('createPaymentIntent', {
        body: { serviceId, bookingData: visit },
        idempotencyKey,
      }),
    );
    await meanwhile();
    // An attempt whose answer was lost can still be under way on a busy machine.
    if (begun.status !== 200) return;
    const { clientSecret } = begun.body;
    await this.#ask.confirm(clientSecret);
    this.#result.payments += 1;
    // Some people close the page before it has told our server.
    if (this.#random() < 0.3) return;
    const paymentIntentId = clientSecret.split('_secret_')[0] ?? '';
    const confirmed = await this.#ask.until(() =>
      this.#me.client.call('confirmOneTimePayment', { body: { paymentIntentId, serviceId, ...visit } }),
    );
    if (confirmed.status !== 200) return;
    const isDisputed = await this.#bank.mayDispute(paymentIntentId);
    // Our server may not know of the payment yet.
    if (this.#random() < (isDisputed ? 0.5 : 0.3)) await this.#callOff(confirmed.body.id);
  }

  async #callOff(id: string): Promise<void> {
    const off = await this.#ask.until(() =>
      this.#me.client.call('cancelBooking', { params: { id }, body: { outcome: 'refund' } }),
    );
    if (off.status === 200) this.#result.refunds += 1;
  }

  async #subscribe(): Promise<void> {
    const first = await this.#begin('standard');
    if (!first) return;
    // Sometimes one tab changes the plan while the other pays; both pay their own bill.
    const changesMind = this.#random() < 0.4;
    const later = this.#random() * 30;
    const [, second] = await Promise.all([
      new Promise((resolve) => setTimeout(resolve, later)).then(() => this.#ask.confirm(first)),
      changesMind ? this.#begin('deluxe') : null,
    ]);
    if (second) await this.#ask.confirm(second);
    if (!changesMind) this.#planIntent = first.split('_secret_')[0] ?? null;
    this.#result.planChanges += 1;
  }

  /**
   * Books with the plan, sometimes twice at once. The team completes the booking, sometimes with more hours than
   * estimated, and sometimes takes it back. Some visits of today are cancelled late.
   */
  async #bookOverage(): Promise<void> {
    const isSoon = this.#random() < 0.4;
    const scheduledDate = this.#in(isSoon ? soonMs : laterMs);
    const query = { serviceId: this.#longWork, scheduledDate };
    const terms = await this.#ask.until(() => this.#me.client.call('readBookingTerms', { query }));
    const { missingHours, past } = terms.body;
    const body = {
      serviceId: this.#longWork,
      scheduledDate,
      notes: '',
      paymentType: 'subscription' as const,
      ...(past && { past: { missingHours, amountCents: past.amountCents } }),
    };
    const booked = await Promise.all(
      Array.from({ length: this.#random() < 0.3 ? 2 : 1 }, () => {
        const idempotencyKey = randomUUID();
        return this.#ask.until(() => this.#me.client.call('createBooking', { body, idempotencyKey }));
      }),
    );
    if (this.#planIntent) await this.#bank.mayDispute(this.#planIntent);
    for (const answer of booked) {
      if (answer.status !== 200) continue;
      if (past) this.#result.past += 1;
      const { id } = answer.body;
      if (isSoon && this.#random() < 0.7) await this.#callOffLate(id);
      else if (this.#random() < 0.4) await this.#workLonger(id);
      else if (this.#random() < 0.6)
        await Promise.all([this.#set(id, 'completed'), this.#set(id, 'completed')]);
      if (this.#random() < 0.2) await this.#set(id, 'scheduled');
    }
  }

  #in(ms: number): string {
    return new Date(this.#now() + ms).toISOString();
  }

  #set(id: string, status: 'completed' | 'scheduled') {
    return this.#ask.until(() =>
      this.#team.client.call('setBookingStatus', { params: { id }, body: { status } }),
    );
  }

  /** Cancels a booking too late, on the shown terms, sometimes in two tabs. */
  async #callOffLate(id: string): Promise<void> {
    const params = { id };
    const { body } = await this.#ask.until(() => this.#me.client.call('readBooking', { params }));
    const terms = body.changes.cancel;
    if (!terms) return;
    const off = () => this.#ask.until(() => this.#me.client.call('cancelBooking', { params, body: terms }));
    const [answer] = await Promise.all([off(), ...(this.#random() < 0.3 ? [off()] : [])]);
    if (answer.status === 200 && terms.outcome === 'forfeit') this.#result.late += 1;
  }

  /** Requests work that the team answers with hours, and accepts the quote as shown, sometimes in two tabs. */
  async #acceptHours(): Promise<void> {
    const [askKey, quoteKey] = [randomUUID(), randomUUID()];
    const wanted = { ...wish, scheduledDate: this.#in(laterMs) };
    const request = await this.#ask.until(() =>
      this.#me.client.call('requestCustomService', { body: wanted, idempotencyKey: askKey }),
    );
    if (request.status !== 200) return;
    const params = { id: request.body.id };
    const quote = { kind: 'hours', hours: 9, replaces: null } as const;
    await this.#ask.until(() =>
      this.#team.client.call('sendQuote', { params, body: quote, idempotencyKey: quoteKey }),
    );
    const { body } = await this.#ask.until(() => this.#me.client.call('readBooking', { params }));
    if (!body.quote?.terms) return;
    const { missingHours, past } = body.quote.terms;
    const shown = {
      quoteId: body.quote.id,
      ...(past && { past: { missingHours, amountCents: past.amountCents } }),
    };
    const accept = () => this.#ask.until(() => this.#me.client.call('acceptQuote', { params, body: shown }));
    const [answer] = await Promise.all([accept(), ...(this.#random() < 0.3 ? [accept()] : [])]);
    if (answer.status !== 200) return;
    this.#result.quotes += 1;
    if (this.#random() < 0.7) await this.#set(params.id, 'completed');
  }

  /**
   * The work took longer: its customer answers, sometimes in two tabs, and sometimes the team corrects it meanwhile.
   */
  async #workLonger(id: string): Promise<void> {
    const params = { id };
    const complete = (actualHours: number) =>
      this.#ask.until(() =>
        this.#team.client.call('setBookingStatus', {
          params,
          body: { status: 'completed', actualHours, reason: 'The roof was wet.' },
        }),
      );
    await complete(16 + Math.floor(this.#random() * 3));
    const { body } = await this.#ask.until(() => this.#me.client.call('readBooking', { params }));
    const { extra } = body;
    if (!extra?.terms) return;
    const { planHours, cardHours, past } = extra.terms;
    const questionId = extra.id;
    const shown = { questionId, planHours, cardHours, amountCents: past?.amountCents ?? 0 };
    const agree = () =>
      this.#ask.until(() => this.#me.client.call('agreeToExtraHours', { params, body: shown }));
    const decline = () =>
      this.#ask.until(() => this.#me.client.call('declineExtraHours', { params, body: { questionId } }));
    const chance = this.#random();
    const [answer] = await Promise.all([
      chance < 0.8 ? agree() : decline(),
      ...(chance < 0.2 ? [agree()] : []),
      ...(this.#random() < 0.2 ? [complete(16.5)] : []),
    ]);
    if (answer.status === 200) this.#result.longer += 1;
  }

  /** @returns the secret that pays it; `null` if it cannot be begun */
  async #begin(tier: PlanTier): Promise<string | null> {
    const idempotencyKey = randomUUID();
    const begun = await this.#ask.until(() =>
      this.#me.client.call('createSubscription', { body: { tier }, idempotencyKey }),
    );
    return begun.status === 200 ? begun.body.clientSecret : null;
  }

  async #change(from: PlanTier, tier: PlanTier): Promise<void> {
    if (tier === from && this.#random() < 0.5) {
      const cancelAtPeriodEnd = this.#random() < 0.5;
      await this.#ask.perhaps(() =>
        this.#me.client.call('changeSubscription', { body: { cancelAtPeriodEnd } }),
      );
      this.#result.planChanges += 1;
      return;
    }
    const shown = await this.#ask.until(() =>
      this.#me.client.call('previewSubscription', { query: { tier } }),
    );
    if (shown.status !== 200) return;
    const preview: SubscriptionPreview = shown.body;
    const terms = preview.kind === 'upgrade' ? { terms: preview.terms } : {};
    // Sometimes two taps at once.
    const taps = this.#random() < 0.2 ? 2 : 1;
    await Promise.all(
      Array.from({ length: taps }, () =>
        this.#ask.perhaps(() => this.#me.client.call('changeSubscription', { body: { tier, ...terms } })),
      ),
    );
    this.#result.planChanges += 1;
  }
}
