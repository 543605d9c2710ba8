import type { AnimationBuilder } from '@ionic/react';
import { create } from 'zustand';

/**
 * How pages are changed. Ionic would bring the code at the first change and keep the next page invisible until it
 * is there, for seconds on a bad network: as long as it is missing, pages change at once.
 */
export const usePageTurns = create<{ animation: AnimationBuilder | undefined }>(() => ({
  animation: undefined,
}));

/** To be called when the first screen stands. */
export async function loadPageTurns(): Promise<void> {
  const { pageTurn } = await import('./page-turn.ts');
  usePageTurns.setState({ animation: pageTurn });
}
