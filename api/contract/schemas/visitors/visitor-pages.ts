import type { Opening } from '../../rules/business/opening.ts';
import type { DisplayFace, Hex } from '../../rules/look/look.ts';
import type { Texts } from '../../rules/look/texts.ts';
import type { Service, ServiceCategory } from '../catalogue.ts';
import type { PlanOnSale } from '../plans.ts';

/** The business as the pages of visitors name it. */
export interface VisitorBusiness {
  name: string;
  phone: string;
  /** The same number for a `tel:` address. */
  tel: string;
  email: string;
  /** Its lines; empty if there is none. */
  address: string;
  opening: Opening;
  /** Each a text or one https address; empty if there is none. */
  policies: { terms: string; privacy: string; cancellation: string };
  /** Three small letters. */
  currency: string;
  /** The address of this installation, without a slash at its end. */
  url: string;
  /** Whether everybody signs in as a persona; only then the pages make the spec's promises. */
  personas: boolean;
  /** Whether pages bear the word 'Sandbox'. */
  sandboxSaid: boolean;
}

/** The look as the pages of visitors use it. */
export interface VisitorLook {
  /** Rules that replace tokens of the theme; empty for the product's own look. */
  css: string;
  /** In the addresses of icons; empty for the product's own look. */
  hash: string;
  displayFace: DisplayFace;
  /** The background of each palette. */
  paper: { light: Hex; dark: Hex };
  /** The address of the owner's mark, and of the logo that has the name in it; `null`: ours. */
  markUrl: string | null;
  logoUrl: string | null;
}

/** Everything published that the pages of visitors show. */
export interface VisitorData {
  business: VisitorBusiness;
  look: VisitorLook;
  texts: Texts;
  categories: ServiceCategory[];
  services: Service[];
  plans: PlanOnSale[];
}

/** The parts of a visitor's page, as markup. */
export interface VisitorPage {
  /** Title, addresses, pictures and structured data. */
  head: string;
  /** What the look changes in the styles. */
  style: string;
  body: string;
}

/** The server bundle (`app/visitor-pages.tsx`). */
export type VisitorPages = Record<'landing' | 'catalogue', (published: VisitorData) => VisitorPage>;
