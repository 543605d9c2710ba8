import { createHash } from 'node:crypto';
import { faceRules } from '../../../contract/rules/look/faces.ts';
import { type BrandColours, firstLook, type Look } from '../../../contract/rules/look/look.ts';
import { colourRules, palettesOf } from '../../../contract/rules/look/palettes.ts';
import type { Texts } from '../../../contract/rules/look/texts.ts';
import type { PublishedLook, PublishedTexts } from '../../../core/appearance.ts';
import type { AppearanceRow } from './appearance.repository.ts';

type Content = Pick<AppearanceRow, 'version' | 'content'>;

/** The texts of a row over the first ones. */
export function textsOf(row: Content | undefined, first: Texts): PublishedTexts {
  const changed = JSON.parse(row?.content ?? '{}') as Partial<Texts>;
  return { version: row?.version ?? 0, texts: { ...first, ...changed }, first };
}

/** The address of an uploaded mark or logo. */
const pictureUrl = (id: string): string => `/brand/${id}.png`;

/** The look as a row stores it and a form changes it. */
export interface FlatLook extends BrandColours, Omit<Look, 'colours'> {}
export const flatLook = ({ colours, displayFace, mark, logo }: Look): FlatLook => ({
  ...colours,
  displayFace,
  mark,
  logo,
});

/** The look of a row over the first one. */
export function lookOf(row: Content | undefined): PublishedLook {
  const changed = JSON.parse(row?.content ?? '{}') as Partial<FlatLook>;
  const { primary, accent, ...rest } = { ...flatLook(firstLook), ...changed };
  const look: Look = { colours: { primary, accent }, ...rest };
  const { light, dark } = palettesOf(look.colours);
  const isFirst = JSON.stringify(look) === JSON.stringify(firstLook);
  return {
    ...look,
    version: row?.version ?? 0,
    hash: isFirst ? '' : hashOf(JSON.stringify(look)),
    css: colourRules(look.colours) + faceRules(look.displayFace),
    paper: { light: light.paper, dark: dark.paper },
    markUrl: look.mark && pictureUrl(look.mark),
    logoUrl: look.logo && pictureUrl(look.logo),
  };
}

/** A short name that differs for other content. */
export const hashOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 10);

/** The values of `next` that differ from those of `first`, as a row stores them. */
export const contentOf = <T extends object>(first: T, next: T): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(next).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(first[name as keyof T]),
      ),
    ),
  );
