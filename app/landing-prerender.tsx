import { renderToString } from 'react-dom/server';
import { Landing } from './features/landing/landing.tsx';

/** The landing page's markup, with the names that the server puts the installation's own values in place of. */
export function prerender(): string {
  const business = {
    name: '__BUSINESS_NAME__',
    phone: '__SUPPORT_PHONE__',
    tel: '__SUPPORT_TEL__',
    email: '__SUPPORT_EMAIL__',
  };
  return renderToString(<Landing business={business} />);
}
