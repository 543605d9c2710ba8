import { beforeEach, expect, test, vi } from 'vitest';
import { hasBegunForms } from '../../pwa/storage/begun.ts';
import { aStore, signedInAs } from '../../pwa/storage/testing/stores.ts';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', aStore(stored));
signedInAs('olivia');
const { askForText, forgetSaved, keepUnsaved, toSend, unsavedOf, useUnsaved } = await import('./unsaved.ts');

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

test('a sign-out counts unsaved choices, of this person alone', () => {
  expect(hasBegunForms('olivia')).toBe(false);
  keepUnsaved({ specialInstructions: 'Mind the cat' });
  expect([hasBegunForms('olivia'), hasBegunForms('liam')]).toEqual([true, false]);
  forgetSaved({ specialInstructions: 'Mind the cat' });
  expect(hasBegunForms('olivia')).toBe(false);
});
