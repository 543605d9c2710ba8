import { type Wish, wishName, wishText } from '../wish-text.ts';

/**
 * Keeps the wish of a visitor who taps a way to book, so that its form opens after the sign-in; the link itself leads
 * there. On a phone 'Book' first shows the service's whole text and its ways.
 */
export function startWays(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest<HTMLElement>('[data-way]');
    if (!link) return;
    const card = link.closest<HTMLElement>('.service-card');
    if (link.dataset.way === 'choice') {
      if (!card) return;
      event.preventDefault();
      open(card);
      return;
    }
    const wish = wishOf(link, card);
    if (!wish) return;
    try {
      sessionStorage.setItem(wishName, wishText(wish, Date.now()));
    } catch {
      // Without storage the person finds the services after the sign-in.
    }
  });
}

function open(card: HTMLElement): void {
  card.dataset.open = '';
  card.querySelector<HTMLElement>('.service-buttons a')?.focus({ preventScroll: true });
  card.scrollIntoView({ block: 'nearest' });
}

function wishOf(link: HTMLElement, card: HTMLElement | null): Wish | null {
  const serviceId = card?.dataset.slug;
  const kind = link.dataset.way;
  if (kind === 'custom_quote') {
    const sought = 'sought' in link.dataset ? document.querySelector<HTMLInputElement>('#search')?.value : '';
    return serviceId
      ? { kind, serviceName: card?.getAttribute('aria-label') ?? '', serviceId }
      : { kind, serviceName: sought?.trim() ?? '' };
  }
  if (!serviceId || (kind !== 'one_time' && kind !== 'subscription')) return null;
  return { kind, serviceId };
}
