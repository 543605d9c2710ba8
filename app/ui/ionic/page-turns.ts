import type { AnimationBuilder } from '@ionic/react';
import { create } from 'zustand';

/**
 * The transition between pages. Ionic would load the code at the first change and keep the next page invisible until
 * it has arrived, for seconds on a bad network: as long as the code is missing, pages change at once.
 */
export const usePageTurns = create<{ animation: AnimationBuilder | undefined }>(() => ({
  animation: undefined,
}));

/** Must be called after the first screen. */
export async function loadPageTurns(): Promise<void> {
  const { pageTurn } = await import('./page-turn.ts');
  usePageTurns.setState({ animation: pageTurn });
}
