import { beforeEach, expect, test, vi } from 'vitest';
import { dismiss, toast, toastShown, useToast, wordsOf } from './toast.tsx';

beforeEach(() => useToast.setState({ toast: null, seen: 0, open: false }));

test('a toast without title and description reads Notification', () => {
  expect(wordsOf({})).toEqual({ title: 'Notification' });
  expect(wordsOf({ title: '', description: '' })).toEqual({ title: 'Notification' });
  expect(wordsOf({ title: 'Error' })).toEqual({ title: 'Error' });
  expect(wordsOf({ description: 'Failed to send message' })).toEqual({
    description: 'Failed to send message',
  });
});

test('one toast is shown at a time: the next replaces the last, and is another', () => {
  toast({ title: 'Booking Created' });
  const first = useToast.getState().toast?.id;
  toast({ title: 'Booking Created' });
  const { toast: shown, open } = useToast.getState();
  expect(shown).toMatchObject({ title: 'Booking Created' });
  expect(shown?.id).not.toBe(first);
  expect(open).toBe(true);
});

test('a toast can be taken back', () => {
  toast({ title: 'Payment Failed', style: 'destructive' });
  dismiss();
  expect(useToast.getState().open).toBe(false);
});

test('taking back a toast leaves the one that came after it', () => {
  const takeAway = toast({ title: 'Live Chat Connected' });
  toast({ title: 'Booking Created' });
  takeAway();
  expect(useToast.getState().open).toBe(true);
});

test('a toast can be awaited until it is on screen, and not for ever', async () => {
  vi.useFakeTimers();
  toast({ title: 'Unauthorized' });
  const id = useToast.getState().toast?.id ?? 0;
  const events: string[] = [];
  void toastShown().then(() => events.push('seen'));
  await vi.advanceTimersByTimeAsync(100);
  expect(events).toEqual([]);
  useToast.setState({ seen: id });
  await vi.advanceTimersByTimeAsync(0);
  expect(events).toEqual(['seen']);
  toast({ title: 'Its code never comes' });
  void toastShown().then(() => events.push('after 2 s'));
  await vi.advanceTimersByTimeAsync(1999);
  expect(events).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(events).toHaveLength(2);
  vi.useRealTimers();
});
