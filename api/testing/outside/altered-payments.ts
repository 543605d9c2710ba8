import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaymentsSandbox } from '@hearthkeep/payments-sandbox';
import getRawBody from 'raw-body';
import { createStripePayments } from '../../providers/payments/stripe.ts';

/** Changes one answer; `path` includes the query. */
type Alter = (path: string, answer: Record<string, unknown>) => unknown;

interface Behind {
  api: { port: number };
  sandbox: Pick<PaymentsSandbox, 'keys'>;
}

/**
 * The product's adapter behind a proxy that changes the sandbox's answers, for answers that the sandbox itself never
 * gives, such as another product's subscription. Requests pass unchanged.
 */
export async function alteredPayments({ api, sandbox }: Behind, alter: Alter) {
  const server = createServer(async (req, res) => {
    const { host: _, connection: __, ...headers } = req.headers;
    const method = req.method ?? 'GET';
    const body = await getRawBody(req);
    const answer = await fetch(`http://127.0.0.1:${api.port}${req.url}`, {
      method,
      headers: headers as Record<string, string>,
      ...(method === 'POST' && { body: new Uint8Array(body) }),
    });
    const given = (await answer.json()) as Record<string, unknown>;
    const made = JSON.stringify(answer.ok ? alter(req.url ?? '', given) : given);
    res.writeHead(answer.status, { 'content-type': 'application/json' }).end(made);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    payments: createStripePayments({
      ...sandbox.keys,
      scriptUrl: '/stripe.js',
      api: { host: '127.0.0.1', port, protocol: 'http' },
    }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
