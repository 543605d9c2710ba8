import { useSyncExternalStore } from 'react';
import { wallClock } from './wall-clock.ts';

/** Every zone's midnight is at a full quarter of an hour. */
const quarterMs = 15 * 60_000;

/** The present days of the zones in use, as last read. */
const days = new Map<string, string>();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function readDay(zone: string): string {
  const { year, month, day } = wallClock(new Date(), zone);
  return `${year}-${month}-${day}`;
}

/** The day of a zone, as text that differs for every day. */
export function dayIn(zone: string): string {
  const known = days.get(zone) ?? readDay(zone);
  days.set(zone, known);
  return known;
}

function look(): void {
  const passed = [...days].filter(([zone, day]) => readDay(zone) !== day);
  for (const [zone] of passed) days.set(zone, readDay(zone));
  if (passed.length) for (const listener of [...listeners]) listener();
}

function wait(): void {
  timer = setTimeout(
    () => {
      look();
      wait();
    },
    quarterMs - (Date.now() % quarterMs),
  );
}

// A timer stops while the app is in the background, and while the browser keeps a page that was left.
const back = () => document.visibilityState === 'visible' && look();

/** Calls `listener` when a day has passed in a zone in use. @returns a function that ends it */
export function onDay(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    wait();
    document.addEventListener('visibilitychange', back);
    addEventListener('pageshow', back);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', back);
    removeEventListener('pageshow', back);
  };
}

/**
 * Follows the day of a zone: components that name days by their distance ('Tomorrow, 9:30 am') are rendered again
 * when it passes, although no data has changed.
 */
export const useDay = (zone: string): string => useSyncExternalStore(onDay, () => dayIn(zone));
