import { hydrateRoot } from 'react-dom/client';
import { Landing } from './features/landing/landing.tsx';
import type { LandingData } from './features/landing/landing-data.ts';

/** Hydrates the markup that the server rendered, with the data that it wrote beside it. */
export function hydrate(): void {
  const root = document.getElementById('root');
  const data = document.getElementById('data')?.textContent;
  if (!root || !data) throw new Error('The page has no root or no data');
  hydrateRoot(root, <Landing {...(JSON.parse(data) as LandingData)} />);
}
