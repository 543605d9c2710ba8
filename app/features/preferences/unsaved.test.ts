import { beforeEach, expect, test, vi } from 'vitest';
import { hasBegunForms } from '../../pwa/storage/begun.ts';
import { aStore, signedInAs } from '../../pwa/storage/testing/stores.ts';
import type { Unsaved } from './unsaved.ts';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', aStore(stored));
signedInAs('olivia');
const { askForText, forgetSaved, hearOtherWindows, keepUnsaved, toSend, unsavedOf, useUnsaved } =
  await import('./unsaved.ts');

beforeEach(() => {
  signedInAs('olivia');
  useUnsaved.setState({}, true);
});

test('choices are sent at once, the text when its writer asks, and not while they continue writing', () => {
  keepUnsaved({ teamMessages: false });
  keepUnsaved({ specialInstructions: 'Mind' });
  expect(toSend()).toEqual({ teamMessages: false });
  askForText();
  expect(toSend()).toEqual({ teamMessages: false, specialInstructions: 'Mind' });
  keepUnsaved({ bookingUpdates: false });
  expect(toSend()).toMatchObject({ specialInstructions: 'Mind', bookingUpdates: false });
  keepUnsaved({ specialInstructions: 'Mind the c' });
  expect(toSend()).toEqual({ teamMessages: false, bookingUpdates: false });
});

test('a choice changed during its save stays unsaved', () => {
  keepUnsaved({ serviceReminders: false, preferredTime: 'morning', specialInstructions: 'A' });
  askForText();
  const sent = toSend();
  keepUnsaved({ preferredTime: 'evening' });
  forgetSaved(sent);
  expect(unsavedOf(useUnsaved.getState())).toEqual({
    values: { preferredTime: 'evening' },
    textAsked: false,
  });
});

test('an unsaved choice is on the device until it is saved, and the next person does not see it', () => {
  keepUnsaved({ specialInstructions: 'The key is under the pot' });
  expect(stored.get('hearthkeep-preferences')).toContain('under the pot');
  signedInAs('noah');
  expect(toSend()).toEqual({});
  expect(unsavedOf(useUnsaved.getState()).values).toEqual({});
  keepUnsaved({ teamMessages: false });
  expect(stored.get('hearthkeep-preferences')).not.toContain('under the pot');
});

/** Another window of the person writes this. */
const writtenElsewhere = (unsaved: Unsaved) =>
  stored.set('hearthkeep-preferences', JSON.stringify({ state: { olivia: unsaved }, version: 0 }));

test('a change keeps the unsaved values of another window, and a save forgets them nowhere else', () => {
  keepUnsaved({ teamMessages: false });
  const specialInstructions = 'The key is under the pot';
  writtenElsewhere({ values: { teamMessages: false, specialInstructions }, textAsked: false });
  keepUnsaved({ bookingUpdates: false });
  expect(toSend()).toEqual({ teamMessages: false, bookingUpdates: false });
  askForText();
  expect(toSend()).toMatchObject({ specialInstructions });
  writtenElsewhere({ values: {}, textAsked: false });
  expect(toSend()).toEqual({});
  forgetSaved({});
  expect(stored.get('hearthkeep-preferences')).not.toContain('under the pot');
});

test('the unsaved values of another window are shown as it writes them', () => {
  const window = new EventTarget();
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
  const write = (preferredTime: 'morning' | 'evening', key: string) => {
    writtenElsewhere({ values: { preferredTime }, textAsked: false });
    window.dispatchEvent(Object.assign(new Event('storage'), { key }));
    return unsavedOf(useUnsaved.getState()).values;
  };
  writtenElsewhere({ values: { serviceReminders: false }, textAsked: false });
  const end = hearOtherWindows();
  expect(unsavedOf(useUnsaved.getState()).values).toEqual({ serviceReminders: false });
  expect(write('morning', 'hearthkeep-draft:olivia:x')).toEqual({ serviceReminders: false });
  expect(write('morning', 'hearthkeep-preferences')).toEqual({ preferredTime: 'morning' });
  end();
  expect(write('evening', 'hearthkeep-preferences')).toEqual({ preferredTime: 'morning' });
});

test('a sign-out counts unsaved choices, of this person alone', () => {
  expect(hasBegunForms('olivia')).toBe(false);
  keepUnsaved({ specialInstructions: 'Mind the cat' });
  expect([hasBegunForms('olivia'), hasBegunForms('liam')]).toEqual([true, false]);
  forgetSaved({ specialInstructions: 'Mind the cat' });
  expect(hasBegunForms('olivia')).toBe(false);
});
