import { beforeEach, expect, test } from 'vitest';
import { dismiss, toast, useToast, wordsOf } from './toast.tsx';

beforeEach(() => useToast.setState({ toast: null, open: false }));

test('a toast without title and description reads Notification', () => {
  expect(wordsOf({})).toEqual({ title: 'Notification' });
  expect(wordsOf({ title: '', description: '' })).toEqual({ title: 'Notification' });
  expect(wordsOf({ title: 'Error' })).toEqual({ title: 'Error' });
  expect(wordsOf({ description: 'Failed to send message' })).toEqual({
    description: 'Failed to send message',
  });
});

test('one toast at a time: the next takes the place of the last, and is another', () => {
  toast({ title: 'Booking Created' });
  const first = useToast.getState().toast?.id;
  toast({ title: 'Booking Created' });
  const { toast: shown, open } = useToast.getState();
  expect(shown).toMatchObject({ title: 'Booking Created' });
  expect(shown?.id).not.toBe(first);
  expect(open).toBe(true);
});

test('what was told can be taken back', () => {
  toast({ title: 'Payment Failed', style: 'destructive' });
  dismiss();
  expect(useToast.getState().open).toBe(false);
});
