import type { EventEmitter } from 'node:events';
import type { ErrorCode } from '../../api/contract/schemas/errors.ts';
import type { Client } from '../../api/testing/servers/client.ts';
import type { PaymentsProcess } from '../../api/testing/servers/payments-process.ts';
import type { CampaignResult } from './result.ts';

/** The chance that our answer is lost on its way. */
const oursLost = 0.05;
/** A busy machine is slow to restart a killed server. */
const patienceMs = 180_000;

/** A person's account, with a session that is renewed when a month has passed. */
export interface Person {
  id: string;
  client: Client;
}

type Answer = { status: number; body: { code?: ErrorCode } };

interface Parts {
  /** Hears `answer` whenever somebody has got one. */
  heard: EventEmitter;
  provider: Pick<PaymentsProcess, 'origin' | 'stripe'>;
  random: () => number;
  result: Pick<CampaignResult, 'lostAnswers'>;
}

/** The way in which people ask: again until there is an answer, as the app does, with the same attempt's key. */
export class Asking {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Confirms as the provider's script in the browser does. */
  async confirm(clientSecret: string): Promise<void> {
    const { origin, stripe } = this.#parts.provider;
    const id = clientSecret.split('_secret_')[0];
    const answer = await fetch(`${origin}/sandbox/payments/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${stripe.publishableKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242424242424242',
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '40',
        'payment_method_data[card][cvc]': '123',
      }).toString(),
    });
    await answer.body?.cancel();
  }

  /** Some people close the page after one attempt, whatever its result. */
  async perhaps<A extends Answer>(ask: () => Promise<A>): Promise<void> {
    if (this.#parts.random() < 0.2) await ask().catch(() => {});
    else await this.until(ask);
  }

  /** Asks until an answer is final; some answers are lost on the way. */
  async until<A extends Answer>(ask: () => Promise<A>): Promise<A> {
    const { random, result, heard } = this.#parts;
    const began = Date.now();
    for (let attempt = 0; ; attempt += 1) {
      const answer = await ask().catch((error: unknown) => {
        // The server is down, or died while it answered.
        if (error instanceof TypeError || error instanceof SyntaxError) return null;
        throw error;
      });
      if (answer) heard.emit('answer');
      if (answer?.status === 500) throw new Error('The server failed at something that it does not know');
      const isLost = answer !== null && random() < oursLost;
      if (isLost) result.lostAnswers += 1;
      if (answer && !isLost && answer.status < 500 && answer.body.code !== 'conflict') return answer;
      if (Date.now() - began > patienceMs)
        throw new Error(`No answer: ${answer?.status} ${answer?.body.code}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (answer?.body.code === 'conflict' && attempt > 20) return answer;
    }
  }
}
