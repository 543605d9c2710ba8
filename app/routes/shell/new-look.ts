import type { Answer } from '../../../api/contract/calls/calls.ts';

/** Puts another look's styles and colours of the browser's bar in the place of those that came with the page. */
export function showLook({ hash, paper }: Answer<'readConfig'>['look']): void {
  const present = document.getElementById('brand');
  if (hash) {
    const sheet = document.createElement('link');
    sheet.id = 'brand';
    sheet.rel = 'stylesheet';
    sheet.href = `/brand.css?look=${hash}`;
    // The earlier colours stay until the new ones are there.
    sheet.addEventListener('load', () => present?.remove(), { once: true });
    sheet.addEventListener('error', () => sheet.remove(), { once: true });
    document.head.append(sheet);
  } else present?.remove();
  for (const palette of ['light', 'dark'] as const)
    document
      .querySelector<HTMLMetaElement>(`meta[name=theme-color][media*=${palette}]`)
      ?.setAttribute('content', paper[palette]);
}
