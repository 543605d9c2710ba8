import { offered } from './people.ts';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => escapes[c] ?? c);

const style = `
:root{color-scheme:light dark;--paper:#f7f3ec;--card:#fffdf9;--ink:#1e2925;--ink2:#59655f;--line:#e7dfd2;--field:#8b8577;--pine:#17493c;--tint:#e4eee8;--onpine:#f7f3ec;--mark:#fbeec4;--onmark:#6a4d00;--danger:#a32a1f}
@media(prefers-color-scheme:dark){:root{--paper:#121a17;--card:#1a2420;--ink:#eef0e9;--ink2:#a5b1aa;--line:#2b3832;--field:#74827b;--pine:#8fd0b8;--tint:#20352d;--onpine:#0d1f19;--mark:#3d3212;--onmark:#f3d67a;--danger:#f2a59c}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 20px;background:var(--paper);color:var(--ink);font:16px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:400px}
.mark{display:inline-block;padding:4px 10px;border-radius:99px;background:var(--mark);color:var(--onmark);font-size:.8rem;font-weight:620}
h1{margin:14px 0 6px;font:560 1.8rem/1.15 Fraunces,Georgia,serif}
p{margin:0 0 18px;color:var(--ink2)}
form{margin:0}
button{font:inherit;cursor:pointer}
.persona{display:block;width:100%;min-height:64px;margin-bottom:10px;padding:12px 16px;border:1px solid var(--line);border-radius:16px;background:var(--card);color:var(--ink);text-align:left}
.persona strong{display:block}
.persona span{color:var(--ink2);font-size:.875rem}
.other{margin-top:22px;padding-top:20px;border-top:1px solid var(--line)}
label{display:block;margin-bottom:6px;font-size:.875rem;font-weight:600}
input{width:100%;min-height:50px;padding:12px 14px;border:1px solid var(--field);border-radius:12px;background:var(--card);color:var(--ink);font:inherit}
input[aria-invalid]{border-color:var(--danger)}
.error{display:block;margin-top:6px;color:var(--danger);font-size:.875rem}
.go{width:100%;min-height:52px;margin-top:12px;border:0;border-radius:16px;background:var(--pine);color:var(--onpine);font-weight:620}
:focus-visible{outline:3px solid var(--pine);outline-offset:2px}
`;

/** The sandbox's sign-in page: personas to be at a tap, and a field for anyone new. No script. */
export function signInPage({
  nonce,
  action,
  email = '',
  error,
}: {
  nonce: string;
  action: string;
  email?: string;
  error?: string;
}): string {
  const personas = offered
    .map(
      (p) =>
        `<button class="persona" name="email" value="${p.email}" aria-label="Sign in as ${p.firstName} ${p.lastName}, ${p.email}"><strong>${p.firstName} ${p.lastName} · ${p.email}</strong><span>${p.about}</span></button>`,
    )
    .join('');
  const wrong = error ? ' aria-invalid="true" aria-describedby="wrong" autofocus' : '';
  return `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sign in · Sandbox</title><style nonce="${nonce}">${style}</style></head><body><main>
<span class="mark">Sandbox</span><h1>Who would you like to be?</h1><p>This stands in for a real sign-in provider. No password is asked for.</p>
<form method="post" action="${escapeHtml(action)}">${personas}</form>
<form class="other" method="post" action="${escapeHtml(action)}" novalidate><label for="email">E-mail</label><input id="email" name="email" type="email" autocomplete="email" inputmode="email" required value="${escapeHtml(email)}"${wrong}>${error ? `<span class="error" id="wrong" role="alert">${escapeHtml(error)}</span>` : ''}<button class="go">Sign in as someone new</button></form>
</main></body></html>`;
}
