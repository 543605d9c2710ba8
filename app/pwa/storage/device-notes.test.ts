import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endInvitation, isInvitationDue, makeInvitationDue } from '../install/install.ts';
import { forgetAllButNotes } from './device-notes.ts';

let installed: boolean;

/** The browser's plain storage: its keys are its own, its functions are not. */
class PlainStorage {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? (Reflect.get(this, key) as string) : null;
  }
  setItem(key: string, value: string): void {
    Reflect.set(this, key, value);
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
  clear(): void {
    for (const key of Object.keys(this)) this.removeItem(key);
  }
}

beforeEach(() => {
  installed = false;
  vi.stubGlobal('localStorage', new PlainStorage());
  vi.stubGlobal('sessionStorage', new PlainStorage());
  vi.stubGlobal('matchMedia', () => ({ matches: installed }));
});
afterEach(() => vi.unstubAllGlobals());

test('the invitation to install appears after a booking only, and not in an installed app', () => {
  expect(isInvitationDue()).toBe(false);
  makeInvitationDue();
  expect(isInvitationDue()).toBe(true);
  installed = true;
  expect(isInvitationDue()).toBe(false);
});

test('a person who declined is not invited again, whoever signs in and books on the device', () => {
  makeInvitationDue();
  endInvitation();
  forgetAllButNotes();
  makeInvitationDue();
  expect(isInvitationDue()).toBe(false);
});

test('a sign-out removes everything else, with the mark of a booking', () => {
  makeInvitationDue();
  sessionStorage.setItem('hearthkeep-drafts', 'a draft');
  endInvitation();
  forgetAllButNotes();
  expect(Object.keys(localStorage)).toEqual(['hearthkeep-device:install']);
  expect(Object.keys(sessionStorage)).toEqual([]);
});
