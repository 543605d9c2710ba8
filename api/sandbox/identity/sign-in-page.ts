import { escaped as html } from '../../core/markup.ts';
import { logo } from '../logo.ts';
import { offered } from './people.ts';
import { signInStyles } from './sign-in-styles.ts';

const chevron = `<svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M7.5 4.5 13 10l-5.5 5.5"/></svg>`;

const people = offered.map(
  ({ email, firstName, lastName, about, role }) => `
<li><button class="person ${role}" name="email" value="${html(email)}">
<span class="face" aria-hidden="true">${html(firstName.charAt(0) + lastName.charAt(0))}</span>
<span class="who"><strong>${html(`${firstName} ${lastName}`)}</strong> <span class="address">${html(email)}</span> <span class="about">${html(about)}</span></span>
${chevron}</button></li>`,
);

/**
 * The sandbox's sign-in page: a button for each persona, and a field for anybody else. Complete HTML, without
 * scripts.
 * @param typed the text typed before `error` was found; it is kept
 * @param font the address of the display font, if there is one
 * @param name the name of the business
 */
export function signInPage({
  nonce,
  action,
  font,
  name,
  typed = '',
  error = '',
}: {
  nonce: string;
  action: string;
  font: string | null;
  name: string;
  typed?: string;
  error?: string;
}): string {
  const to = html(action);
  const wrong = error ? ' aria-invalid="true" aria-describedby="wrong" autofocus' : '';
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f7f3ec" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#121a17" media="(prefers-color-scheme: dark)">
<title>Sign in · ${html(name)} sandbox</title>
<link rel="icon" href="data:,">
<style nonce="${html(nonce)}">${signInStyles(font)}</style>
</head>
<body>
<main>
<header><span class="brand">${logo}${html(name)}</span><span class="mark">Sandbox</span></header>
<h1>Who is coming home?</h1>
<p class="lead">This stands in for a real sign-in. Choose someone, or be someone new: no password is asked for.</p>
<form method="post" action="${to}"><ul>${people.join('')}</ul></form>
<p class="or"><span>or as someone new</span></p>
<form novalidate method="post" action="${to}" class="new">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" inputmode="email" autocomplete="email" autocapitalize="none" spellcheck="false" enterkeyhint="go" maxlength="254" required placeholder="you@example.com" value="${html(typed)}"${wrong}>
${error ? `<p class="error" id="wrong" role="alert">${html(error)}</p>` : ''}
<button class="go">Sign in</button>
</form>
<p class="back"><a href="/">Back to Home</a></p>
</main>
</body>
</html>
`;
}
