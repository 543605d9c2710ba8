import { escaped as html } from '../../core/markup.ts';
import { logo } from '../logo.ts';
import type { StoredLetter } from './store.ts';
import { mailboxStyles } from './styles.ts';

/**
 * The stored letters, newest first. Complete HTML, without scripts.
 * @param origin the product's own: only its addresses become links
 * @param only shows letters to this address alone
 */
export function mailboxPage(options: {
  letters: StoredLetter[];
  nonce: string;
  origin: string;
  timeZone: string;
  /** The name of the business. */
  name: string;
  /** The address of the display font. */
  font: string;
  only: string | null;
}): string {
  const { letters, nonce, origin, timeZone, name, font, only } = options;
  const brand = html(name);
  const people = [...new Set(letters.map(({ to }) => to))].sort();
  const chosen = only ? letters.filter(({ to }) => to === only) : letters;
  const when = new Intl.DateTimeFormat('en-AU', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const person = (address: string | null, label: string) =>
    `<a href="${address ? `?to=${encodeURIComponent(address)}` : '?'}"${address === only ? ' aria-current="page"' : ''}>${html(label)}</a>`;
  const letter = ({ id, to, subject, text, html: page, at }: StoredLetter) => `
<article>
<h2>${html(subject)}</h2>
<p class="about"><span class="to">To ${html(to)}</span> <time datetime="${html(at)}">${html(when.format(new Date(at)))}</time></p>
${page ? shown(id, subject, text, origin) : `<p class="text">${linked(text, origin)}</p>`}
</article>`;
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>Mailbox · ${brand} sandbox</title>
<link rel="icon" href="data:,">
<style nonce="${html(nonce)}">${mailboxStyles(font)}</style>
</head>
<body>
<header><a class="brand" href="/">${logo}${brand}</a><span class="mark">Sandbox</span></header>
<main>
<h1>Mailbox</h1>
<p class="lead">The letters that ${brand} would have sent. None has left this machine.</p>
${people.length > 1 ? `<nav aria-label="Recipients">${person(null, 'Everyone')}${people.map((p) => person(p, p)).join('')}</nav>` : ''}
${chosen.length ? chosen.map(letter).join('') : '<p class="none">No letters yet. One appears here when the team schedules a visit, writes to a member, or a service is a day away.</p>'}
</main>
</body>
</html>
`;
}

/** A letter as a mail program shows it, with its plain text folded beneath. */
const shown = (id: string, subject: string, text: string, origin: string): string =>
  `<iframe title="${html(subject)}" src="?letter=${encodeURIComponent(id)}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>
<details><summary>Plain text</summary><p class="text">${linked(text, origin)}</p></details>`;

/** Escapes the text, with our own addresses as links. */
function linked(text: string, origin: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part) =>
      part.startsWith(`${origin}/`)
        ? `<a href="${html(part.slice(origin.length))}">${html(part)}</a>`
        : html(part),
    )
    .join('');
}
