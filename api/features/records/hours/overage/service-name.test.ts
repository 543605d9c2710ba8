import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBooking, aService } from '../../../../testing/builders/builders.ts';
import { aRequest, startWithCatalogue } from '../../../../testing/builders/requests.ts';
import type { TestServer } from '../../../../testing/servers/server.ts';
import { serviceNameOf } from './overage.repository.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startWithCatalogue();
  server.clock.set('2026-11-20T02:00:00.000Z');
});
afterAll(() => server.close());

test('a charge has the customer’s title for a custom request, and the catalogue’s name for any other', async () => {
  const { db } = server.deps;
  const request = await aRequest(server);
  expect(await serviceNameOf(db, request.id)).toBe('Piano tuning');
  const { id: service_id } = await aService(db, { name: 'Gutters' });
  expect(await serviceNameOf(db, (await aBooking(db, { service_id })).id)).toBe('Gutters');
});
