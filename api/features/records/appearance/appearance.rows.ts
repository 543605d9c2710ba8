import { createHash } from 'node:crypto';
import { firstLook, type Look } from '../../../contract/rules/look/look.ts';
import { colourRules, palettesOf } from '../../../contract/rules/look/palettes.ts';
import { firstTexts, type Texts } from '../../../contract/rules/look/texts.ts';
import type { PublishedLook, PublishedTexts } from '../../../core/appearance.ts';
import type { AppearanceRow } from './appearance.repository.ts';

/** The texts of a row over the first ones. */
export const textsOf = (row: AppearanceRow | undefined, isSandbox: boolean): PublishedTexts => ({
  version: row?.version ?? 0,
  texts: { ...firstTexts(isSandbox), ...(JSON.parse(row?.content ?? '{}') as Partial<Texts>) },
});

/** The address of an uploaded mark or logo. */
export const brandPictureUrl = (id: string): string => `/brand/${id}.png`;

/** The look of a row over the first one. */
export function lookOf(row: AppearanceRow | undefined): PublishedLook {
  const look: Look = { ...firstLook, ...(JSON.parse(row?.content ?? '{}') as Partial<Look>) };
  const { light, dark } = palettesOf(look.colours);
  const isFirst = JSON.stringify(look) === JSON.stringify(firstLook);
  return {
    ...look,
    version: row?.version ?? 0,
    hash: isFirst ? '' : createHash('sha256').update(JSON.stringify(look)).digest('base64url').slice(0, 10),
    css: colourRules(look.colours),
    paper: { light: light.paper, dark: dark.paper },
    markUrl: look.mark && brandPictureUrl(look.mark),
    logoUrl: look.logo && brandPictureUrl(look.logo),
  };
}
