import { hydrateRoot } from 'react-dom/client';
import { Landing } from './features/landing/landing.tsx';

/** Takes over the markup that was rendered at build time, with what the server wrote into it. */
export function hydrate(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root');
  const { name = '', phone = '', tel = '', email = '' } = root.dataset;
  hydrateRoot(root, <Landing business={{ name, phone, tel, email }} />);
}
