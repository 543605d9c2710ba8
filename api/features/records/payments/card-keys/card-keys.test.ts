import { expect, test } from 'vitest';
import { EnvError } from '../../../../core/env.ts';
import { aUser } from '../../../../testing/builders/builders.ts';
import { testDatabase } from '../../../../testing/databases/database.ts';
import { refuseOtherKeys } from './card-keys.service.ts';

const keys = { sandbox: undefined, test: 'sk_test_1', 'restricted test': 'rk_test_1', live: 'rk_live_1' };

test('a database whose customers were made in one mode of the card keys is not opened in another', async () => {
  const { db, close } = await testDatabase();
  const start = (mode: keyof typeof keys) => refuseOtherKeys({ db, env: { STRIPE_SECRET_KEY: keys[mode] } });
  const aCustomer = (customer_id: string | null) => aUser(db, { customer_id });
  // A person without a customer at the provider holds no start back.
  await aCustomer(null);
  for (const mode of ['sandbox', 'test', 'live', 'sandbox', 'test'] as const) await start(mode);

  await aCustomer('cus_of_test_mode');
  await start('test');
  await start('restricted test');
  const of = 'and customers or payments of test mode are in this database';
  await expect(start('live')).rejects.toThrow(`STRIPE_SECRET_KEY is of live mode, ${of}`);
  await expect(start('sandbox')).rejects.toThrow(`STRIPE_SECRET_KEY is not set, ${of}`);
  await expect(start('live')).rejects.toThrow(EnvError);
  await start('test');
  await close();
});

test('a database from before the mode was stored takes that of its next start', async () => {
  const { db, close } = await testDatabase();
  await aUser(db, { customer_id: 'cus_1' });
  await refuseOtherKeys({ db, env: { STRIPE_SECRET_KEY: 'sk_live_1' } });
  await expect(refuseOtherKeys({ db, env: { STRIPE_SECRET_KEY: 'sk_test_1' } })).rejects.toThrow(
    'STRIPE_SECRET_KEY is of test mode, and customers or payments of live mode are',
  );
  await close();
});
