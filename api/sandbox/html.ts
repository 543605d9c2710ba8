const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for a page of a sandbox, also within an attribute's quotes. */
export const html = (text: string): string => text.replace(/[&<>"']/g, (mark) => escapes[mark] ?? mark);

/** The product's mark; its strokes get their colours from the classes `door` and `fire`. */
export const logo = `<svg viewBox="0 0 32 32" width="34" height="34" fill="none" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path class="door" d="M7 26V14l9-8 9 8v12z"/><path class="fire" d="M16 14.5c2.5 2.5 3.7 4.2 3.7 6.2a3.7 3.7 0 0 1-7.4 0c0-2 1.2-3.7 3.7-6.2z"/></svg>`;
