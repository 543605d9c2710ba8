import type Stripe from 'stripe';

export type BrowserCalls = ReturnType<typeof browserCalls>;

/** The calls of the browser's script, without a browser. */
export function browserCalls(origin: string, publishableKey: string) {
  async function browserCall(
    method: 'GET' | 'POST',
    path: string,
    form: Record<string, string>,
    key = publishableKey,
  ) {
    const query = new URLSearchParams(form).toString();
    const response = await fetch(
      `${origin}/sandbox/payments/v1/${path}${method === 'GET' ? `?${query}` : ''}`,
      {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
        ...(method === 'POST' && { body: query }),
      },
    );
    const body = (await response.json()) as Stripe.PaymentIntent & { error?: Stripe.StripeRawError };
    return { status: Number(response.headers.get('sandbox-status') ?? response.status), body };
  }

  return {
    browserCall,
    /** Pays, or adds a card. */
    pay: (clientSecret: string | null, number: string, more: Record<string, string> = {}) =>
      browserCall('POST', `${pathOf(clientSecret)}/confirm`, {
        client_secret: clientSecret ?? '',
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '40',
        'payment_method_data[card][cvc]': '123',
        ...more,
      }),
    /** Answers the bank's question in the payer's place. */
    authenticate: (clientSecret: string | null, outcome: 'complete' | 'fail') =>
      browserCall('POST', `${pathOf(clientSecret)}/authenticate`, {
        client_secret: clientSecret ?? '',
        outcome,
      }),
  };
}

/** The path of the intent that a client secret opens, of a payment or of a setup. */
function pathOf(clientSecret: string | null): string {
  const [id] = clientSecret?.split('_secret_') ?? [];
  return `${clientSecret?.startsWith('seti_') ? 'setup' : 'payment'}_intents/${id}`;
}
