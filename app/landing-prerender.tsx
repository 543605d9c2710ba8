import { renderToString } from 'react-dom/server';
import { Landing } from './features/landing/landing.tsx';

/** The landing page's markup, with placeholders that the server replaces by the installation's own values. */
export function prerender(): string {
  const business = {
    name: '__BUSINESS_NAME__',
    phone: '__SUPPORT_PHONE__',
    tel: '__SUPPORT_TEL__',
    email: '__SUPPORT_EMAIL__',
    prices: {
      basic: '__PRICE_BASIC__',
      standard: '__PRICE_STANDARD__',
      deluxe: '__PRICE_DELUXE__',
      premium: '__PRICE_PREMIUM__',
    },
  };
  return renderToString(<Landing business={business} />);
}
