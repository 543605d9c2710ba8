import type { Hex, Look } from '../contract/rules/look/look.ts';
import type { Texts } from '../contract/rules/look/texts.ts';
import type { Published } from './published.ts';

/** The texts of the landing page, as the owner published them last. */
export interface PublishedTexts {
  /** Rises with each publication; 0 before the first one. */
  version: number;
  texts: Texts;
  /** The texts that hold without a change. */
  first: Texts;
}

/** The look, as the owner published it last, with what follows from it. */
export interface PublishedLook extends Look {
  /** Rises with each publication; 0 before the first one. */
  version: number;
  /** Differs for each look; empty for the product's own. The addresses of icons carry it. */
  hash: string;
  /** The rules that replace tokens of `app/theme/tokens.css`, for both palettes; empty for the product's own look. */
  css: string;
  /** The background of each palette, for `theme-color` and the manifest. */
  paper: { light: Hex; dark: Hex };
  /** The address of the owner's mark and logo; `null`: ours. */
  markUrl: string | null;
  logoUrl: string | null;
}

export type LookInUse = Published<PublishedLook>;
export type TextsInUse = Published<PublishedTexts>;
