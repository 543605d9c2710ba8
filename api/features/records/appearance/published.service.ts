import { holdPublished } from '../../../bus/hold-published.ts';
import { firstTexts } from '../../../contract/rules/look/texts.ts';
import type { LookInUse, TextsInUse } from '../../../core/appearance.ts';
import type { Deps } from '../../../deps.ts';
import { selectAppearance } from './appearance.repository.ts';
import { lookOf, textsOf } from './appearance.rows.ts';

type Parts = 'db' | 'bus' | 'log' | 'stopping';

/** Holds the published look for this process. */
export const openLook = (deps: Pick<Deps, Parts>): Promise<LookInUse> =>
  holdPublished({
    read: async () => lookOf(await selectAppearance(deps.db, { id: 'look' })),
    versionOf: (note) => (note.kind === 'look' ? note.version : null),
    name: 'the look',
    ...deps,
  });

/**
 * Holds the published texts for this process.
 * @param isSandbox whether everybody signs in as a persona; the spec's claims are made only then
 */
export const openTexts = (
  deps: Pick<Deps, Parts>,
  { isSandbox }: { isSandbox: boolean },
): Promise<TextsInUse> =>
  holdPublished({
    read: async () => textsOf(await selectAppearance(deps.db, { id: 'texts' }), firstTexts(isSandbox)),
    versionOf: (note) => (note.kind === 'texts' ? note.version : null),
    name: 'the texts',
    ...deps,
  });
