import { planPrices } from '../../contract/rules/plan-prices.ts';

/** The values of this installation on the landing page. */
export interface LandingFacts {
  businessName: string;
  supportPhone: string;
  /** The same number for a `tel:` address. */
  supportTel: string;
  supportEmail: string;
  publicUrl: string;
  /** The currency's code. */
  currency: string;
  /** Whether the page bears the word 'Sandbox'. */
  sandboxSaid: boolean;
}

const escaped: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Replaces the build's placeholders with the installation's values, escaped as text. */
export function fillLanding(html: string, facts: LandingFacts): string {
  const prices = planPrices(facts.currency);
  const values: Record<string, string> = {
    __BUSINESS_NAME__: facts.businessName,
    __SUPPORT_PHONE__: facts.supportPhone,
    __SUPPORT_TEL__: facts.supportTel,
    __SUPPORT_EMAIL__: facts.supportEmail,
    __PUBLIC_URL__: facts.publicUrl,
    __CURRENCY__: facts.currency,
    __PRICE_BASIC__: prices.basic,
    __PRICE_STANDARD__: prices.standard,
    __PRICE_DELUXE__: prices.deluxe,
    __PRICE_PREMIUM__: prices.premium,
    __SANDBOX__: facts.sandboxSaid ? 'Sandbox' : '',
  };
  return html.replace(
    /__(?:BUSINESS_NAME|SUPPORT_PHONE|SUPPORT_TEL|SUPPORT_EMAIL|PUBLIC_URL|CURRENCY|PRICE_[A-Z]+|SANDBOX)__/g,
    (name) => (values[name] ?? '').replace(/[&<>"']/g, (sign) => escaped[sign] ?? sign),
  );
}

/**
 * Whether a `Cookie` header carries the readable mark of a sign-in (see `http/session.ts`). The mark proves nothing:
 * it only picks the page.
 */
export const isSignedInMark = (cookie: string | undefined): boolean =>
  /(?:^|;\s*)hearthkeep-in=[\w-]/.test(cookie ?? '');
