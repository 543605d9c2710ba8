import type { ComponentType } from 'react';
import type { teamCode } from './admin/code.ts';

/** Loads the code of one of the team's pages or lists. */
export const loadTeamCode = (name: keyof typeof teamCode) => async (): Promise<{ default: ComponentType }> =>
  (await import('./admin/code.ts')).teamCode[name]();
