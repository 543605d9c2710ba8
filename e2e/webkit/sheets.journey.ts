import { personas } from '../personas.ts';
import { find, inPage, open, signIn, tap } from './steps.ts';
import { expect, test } from './test.ts';

test('a sheet over the page is as high as its content, up to the screen', async ({ phone }) => {
  const height = () => inPage(phone, () => document.querySelector('dialog[open]')?.clientHeight ?? 0);
  await signIn(phone, personas.member, '/services');
  await tap(phone, '.service-book button');
  await tap(phone, 'dialog[open] button', 'Book with Subscription');
  await find(phone, 'dialog[open] h3', 'Who');
  expect(await height()).toBeGreaterThan(600);
  await find(phone, 'dialog[open] [role=listbox] [role=option]');
  await open(phone, '/');
  await tap(phone, 'button[aria-label="Menu"]');
  await find(phone, 'dialog[open] button', 'Sign Out');
  expect(await height()).toBe(844);
});

test('the chat fills the screen, and its box is at the bottom', async ({ phone }) => {
  await signIn(phone, personas.member);
  await tap(phone, 'button', 'Live Chat');
  const box = await find(phone, 'dialog[open] textarea');
  const { y, height } = await box.getRect();
  expect(y + height).toBeGreaterThan(780);
});

test('a reload with an open menu leaves no Back without an effect', async ({ phone }) => {
  const path = () => inPage(phone, () => location.pathname);
  await signIn(phone, personas.member, '/bookings');
  await tap(phone, 'ion-tab-bar a, nav a', 'Profile');
  await find(phone, 'h1', 'Profile');
  await tap(phone, 'button[aria-label="Menu"]');
  await find(phone, 'dialog[open] button', 'Sign Out');
  await phone.browser.navigate().refresh();
  await find(phone, 'h1', 'Profile');
  await phone.browser.navigate().back();
  await find(phone, 'h1', 'Bookings');
  expect(await path()).toBe('/bookings');
});
