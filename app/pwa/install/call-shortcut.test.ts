import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isAppPage } from '../../../api/contract/rules/pages.ts';
import { chatHref } from '../../../api/contract/rules/push-payload.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { useToast } from '../../ui/toasts/toast.tsx';
import { takeCallShortcut } from './call-shortcut.ts';

interface Shortcut {
  url: string;
  icons: { src: string }[];
}
const { shortcuts }: { shortcuts: Shortcut[] } = JSON.parse(readFileSync('manifest.webmanifest', 'utf8'));
const calling = shortcuts.find(({ url }) => url.includes('call='))?.url ?? '';

const assign = vi.fn();
const replaceState = vi.fn();
const open = (address: string) =>
  vi.stubGlobal('location', Object.assign(new URL(address, 'https://hearthkeep.example'), { assign }));

beforeEach(() => {
  vi.resetAllMocks();
  useToast.setState({ toast: null });
  vi.stubGlobal('history', { state: { place: 1 }, replaceState });
});
afterEach(() => vi.unstubAllGlobals());

test('each shortcut of the icon opens a page of the app or the chat over it, and has its drawing', () => {
  expect(shortcuts.map(({ url }) => url)).toEqual([
    hrefs.services,
    hrefs.bookings,
    chatHref,
    `${hrefs.home}?call=concierge`,
  ]);
  for (const { url, icons } of shortcuts) {
    expect(isAppPage(new URL(url, 'https://hearthkeep.example').pathname)).toBe(true);
    for (const { src } of icons) expect(existsSync(`public${src}`), src).toBe(true);
  }
});

test('Call concierge dials, and leaves no trace in the address', () => {
  open(calling);
  takeCallShortcut('+61255500142');
  expect(assign.mock.calls).toEqual([['tel:+61255500142']]);
  expect(replaceState.mock.calls).toEqual([[{ place: 1 }, '', '/']]);
  expect(useToast.getState().toast).toBeNull();
});

test('Call concierge tells a person without a concierge so', () => {
  open(calling);
  takeCallShortcut(null);
  expect(assign).not.toHaveBeenCalled();
  expect(replaceState).toHaveBeenCalledOnce();
  expect(useToast.getState().toast).toMatchObject({ title: 'No concierge yet' });
});

test('an app opened in another way dials nothing', () => {
  open('/?chat=open');
  takeCallShortcut('+61255500142');
  takeCallShortcut(null);
  expect([assign, replaceState].flatMap(({ mock }) => mock.calls)).toEqual([]);
  expect(useToast.getState().toast).toBeNull();
});
