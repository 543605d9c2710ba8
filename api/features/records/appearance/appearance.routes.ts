import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { putBrandPicture, readLookSettings, saveLook } from './look.service.ts';
import { readTextSettings, readTexts, saveTexts } from './texts.service.ts';

type AppearanceCalls =
  | 'readTexts'
  | 'readTextSettings'
  | 'saveTexts'
  | 'readLookSettings'
  | 'saveLook'
  | 'putBrandPicture';

export function appearanceRoutes(deps: Deps): Pick<Handlers, AppearanceCalls> {
  return {
    readTexts: () => readTexts(deps),
    readTextSettings: () => readTextSettings(deps),
    saveTexts: ({ person, body }) => saveTexts(deps, person, body),
    readLookSettings: () => readLookSettings(deps),
    saveLook: ({ person, body }) => saveLook(deps, person, body),
    putBrandPicture: ({ person, params, upload }) =>
      putBrandPicture(deps, person, { kind: params.kind, upload }),
  };
}
