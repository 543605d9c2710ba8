import { expect, personas, signInAs, test } from './test.ts';

test('a member signs in on a phone and sees the dashboard', async ({ page, server }) => {
  await signInAs(page, personas.member, '/');
  await expect(page.getByRole('heading', { name: 'Welcome back, Olivia!' })).toBeVisible();
  const sessions = await server.rows((db) => db.selectFrom('sessions').select('user_id').execute());
  expect(sessions).toHaveLength(1);
});
