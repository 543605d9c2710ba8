import type { TestServer } from '../servers/server.ts';

/** The provider's test cards (design §10). */
export const cards = {
  succeeds: '4242424242424242',
  asksForAuthentication: '4000002500003155',
  /** The bank asks also for charges in the owner's absence, such as renewals. */
  asksAlways: '4000002760003184',
  declined: '4000000000000002',
  /** Refunds to it are under way for a minute. */
  refundsLater: '4000000000007726',
  /** Refunds to it seem to succeed, and fail after a minute. */
  refundsFail: '4000000000005126',
};

export interface CardAnswer {
  /** The provider's status of the call: 402 if the card was declined. */
  status: number;
  /** The intent's own status, if it has one. */
  intent: string | undefined;
  error: string | undefined;
  /** The card's id, once there is one. */
  card: string | undefined;
}

/**
 * Pays or adds a card as the provider's script in the browser does: with the publishable key, and the client secret
 * of the payment or setup intent.
 */
export function payWithCard(
  server: TestServer,
  clientSecret: string | null,
  number: string = cards.succeeds,
  cardholder?: string,
): Promise<CardAnswer> {
  const holder = cardholder && { 'payment_method_data[billing_details][name]': cardholder };
  return browserCall(server, clientSecret, 'confirm', { ...fieldsOf(number), ...holder });
}

const fieldsOf = (number: string) => ({
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '40',
  'payment_method_data[card][cvc]': '123',
});

/** Answers the bank's question in the payer's place. */
export function authenticate(
  server: TestServer,
  clientSecret: string | null,
  outcome: 'complete' | 'fail',
): Promise<CardAnswer> {
  return browserCall(server, clientSecret, 'authenticate', { outcome });
}

export function intentOf(clientSecret: string | null): string {
  const [id] = clientSecret?.split('_secret_') ?? [];
  if (!id || id === clientSecret) throw new Error('This is not the secret of an intent');
  return id;
}

async function browserCall(
  server: TestServer,
  clientSecret: string | null,
  action: string,
  form: Record<string, string>,
): Promise<CardAnswer> {
  const kind = clientSecret?.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
  const response = await fetch(
    `${server.url}/sandbox/payments/v1/${kind}/${intentOf(clientSecret)}/${action}`,
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.deps.payments.browser.publishableKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ client_secret: clientSecret ?? '', ...form }).toString(),
    },
  );
  const body = (await response.json()) as {
    status?: string;
    payment_method?: string;
    error?: { message?: string };
  };
  return {
    status: Number(response.headers.get('sandbox-status')),
    intent: body.status,
    error: body.error?.message,
    card: body.payment_method,
  };
}

/** Refunds a payment as in the provider's dashboard: the given amount, or the whole rest. */
export async function refundByHand(server: TestServer, intentId: string, amountCents?: number) {
  const { keys, listen } = paymentsSandbox(server);
  const { protocol, host, port } = await listen();
  const form = { payment_intent: intentId, ...(amountCents && { amount: String(amountCents) }) };
  const response = await fetch(`${protocol}://${host}:${port}/v1/refunds`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${keys.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  });
  if (!response.ok) throw new Error(await response.text());
  await response.body?.cancel();
}

/** The number of events of a type received, after all pending ones were delivered. */
export async function timesTold(server: TestServer, type: string): Promise<number> {
  await settled(server);
  const events = await server.deps.db
    .selectFrom('webhook_events')
    .select('id')
    .where('type', '=', type)
    .execute();
  return events.length;
}

export async function settled(server: TestServer): Promise<void> {
  await paymentsSandbox(server).webhooksSettled();
}

export function paymentsSandbox(server: TestServer) {
  const sandbox = server.deps.sandbox?.controls;
  if (!sandbox) throw new Error('This server runs on no payments sandbox');
  return sandbox;
}

const inThirtyDays = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 30 * 86_400_000);

/** The details of a one-time booking by card, at a time that is always in the future. */
export const visit = {
  customerName: 'Ann Lee',
  phone: '0412 345 678',
  email: 'ann@example.com',
  address: '12 Banksia Street, Newtown NSW',
  scheduledDate: inThirtyDays.toISOString(),
};
