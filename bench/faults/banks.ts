import type { Client } from '../../api/testing/servers/client.ts';
import type { PaymentsProcess } from '../../api/testing/servers/payments-process.ts';

interface Parts {
  provider: Pick<PaymentsProcess, 'control'>;
  random: () => number;
  result: { disputes: number };
  /** The payments that a bank has asked about; a payment has one dispute. */
  disputed: Set<string>;
}

/** A member's bank: it sometimes disputes a payment, and decides later for either side, or not before the end. */
export class Bank {
  readonly #parts: Parts;
  #open: string[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Sometimes disputes the intent's payment, which must have succeeded. @returns whether it did */
  async mayDispute(paymentIntent: string): Promise<boolean> {
    const { provider, random, result, disputed } = this.#parts;
    if (random() > 0.25 || disputed.has(paymentIntent)) return false;
    disputed.add(paymentIntent);
    await provider.control({ dispute: { paymentIntent } });
    this.#open.push(paymentIntent);
    result.disputes += 1;
    return true;
  }

  async mayDecide(): Promise<void> {
    const { provider, random } = this.#parts;
    const open = this.#open;
    this.#open = [];
    for (const paymentIntent of open) {
      if (random() < 0.6) this.#open.push(paymentIntent);
      else await provider.control({ closeDispute: { paymentIntent, won: random() < 0.5 } });
    }
  }
}

/** Retries, as the team, refunds that a dispute prevented. @returns whether there were any */
export async function tryStuckRefundsAgain(team: Client): Promise<boolean> {
  const { body: stuck } = await team.call('listStuckRefunds');
  for (const { id } of stuck)
    await team.call('settleStuckRefund', { params: { id }, body: { how: 'again' } });
  return stuck.length > 0;
}
