import { hydrateRoot } from 'react-dom/client';
import { planPrices } from '../api/contract/rules/plan-prices.ts';
import { Landing } from './features/landing/landing.tsx';

/** Hydrates the markup that was rendered at build time, with the values that the server wrote into it. */
export function hydrate(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root');
  const { name = '', phone = '', tel = '', email = '', currency = '' } = root.dataset;
  const prices = planPrices(currency);
  hydrateRoot(root, <Landing business={{ name, phone, tel, email, prices }} />);
}
