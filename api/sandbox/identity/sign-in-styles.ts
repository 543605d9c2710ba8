/** The styles of the sign-in page: the product's own tokens, light and dark, without its bundle. */
export const signInStyles = (font: string | null): string => `
${font ? `@font-face { font-family: Fraunces; src: url("${font}") format("woff2"); font-weight: 100 900; font-display: swap; }` : ''}
:root {
  color-scheme: light dark;
  --paper: #f7f3ec; --card: #fffdf9; --ink: #1e2925; --ink-2: #59655f; --line: #e7dfd2; --field-line: #8b8577;
  --pine: #17493c; --pine-2: #2b6c5a; --tint: #e4eee8; --on-pine: #f7f3ec; --terra: #b44c2b; --danger: #a32a1f;
  --mark: #fbeec4; --on-mark: #6a4d00; --warm: #fce2cc; --on-warm: #87400d;
  --shadow: 0 1px 2px #1e29250d, 0 8px 24px #1e292512;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #121a17; --card: #1a2420; --ink: #eef0e9; --ink-2: #a5b1aa; --line: #2b3832; --field-line: #74827b;
    --pine: #8fd0b8; --pine-2: #6fb79d; --tint: #20352d; --on-pine: #0d1f19; --terra: #e98a66; --danger: #f2a59c;
    --mark: #3d3212; --on-mark: #f3d67a; --warm: #43270f; --on-warm: #f6b784;
    --shadow: 0 1px 2px #0006, 0 8px 24px #0005;
  }
}
* { box-sizing: border-box; }
html { text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100dvh; display: grid; place-items: center; background: var(--paper); color: var(--ink);
  padding: max(24px, env(safe-area-inset-top)) 20px max(24px, env(safe-area-inset-bottom));
  font: 1rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  -webkit-font-smoothing: antialiased;
}
main { width: 100%; max-width: 26rem; }
header { display: flex; align-items: center; justify-content: space-between; gap: 12px; }
h1, .brand { font-family: Fraunces, "Iowan Old Style", Georgia, serif; font-weight: 560; letter-spacing: -0.01em; }
.brand { display: flex; align-items: center; gap: 8px; font-size: 1.25rem; }
.door { stroke: var(--pine); }
.fire { stroke: var(--terra); }
.mark {
  padding: 4px 12px; border-radius: 99px; background: var(--mark); color: var(--on-mark);
  font-size: 0.8125rem; font-weight: 620;
}
h1 { margin: 28px 0 8px; font-size: 2rem; line-height: 1.12; text-wrap: balance; }
.lead { margin: 0 0 24px; color: var(--ink-2); }
ul { display: grid; gap: 12px; margin: 0; padding: 0; list-style: none; }
button, input { font: inherit; }
button { cursor: pointer; border: 0; touch-action: manipulation; }
.person {
  display: flex; align-items: center; gap: 14px; width: 100%; padding: 14px 16px; text-align: left;
  border: 1px solid var(--line); border-radius: 20px; background: var(--card); color: var(--ink);
  box-shadow: var(--shadow); transition: border-color 160ms, transform 160ms;
}
.person:hover { border-color: var(--pine-2); }
.person:active { transform: scale(0.985); }
.person svg { flex: none; color: var(--ink-2); }
.face {
  display: grid; place-items: center; flex: none; width: 44px; height: 44px; border-radius: 14px;
  background: var(--tint); color: var(--pine); font-weight: 620; letter-spacing: 0.02em;
}
.admin .face { background: var(--warm); color: var(--on-warm); }
.who { flex: 1; min-width: 0; }
.who > * { display: block; overflow-wrap: anywhere; }
.who strong { font-weight: 620; }
.address, .about { font-size: 0.875rem; color: var(--ink-2); }
.address { color: var(--pine); }
.or { display: flex; align-items: center; gap: 12px; margin: 24px 0 16px; color: var(--ink-2); font-size: 0.875rem; }
.or::before, .or::after { content: ""; flex: 1; height: 1px; background: var(--line); }
label { display: block; margin-bottom: 6px; font-size: 0.875rem; font-weight: 600; }
input {
  width: 100%; min-height: 52px; padding: 12px 16px; border: 1px solid var(--field-line); border-radius: 12px;
  background: var(--card); color: var(--ink);
}
input::placeholder { color: var(--ink-2); opacity: 1; }
input[aria-invalid="true"] { border-color: var(--danger); }
.error { margin: 8px 0 0; color: var(--danger); font-size: 0.875rem; font-weight: 560; }
.go {
  width: 100%; min-height: 52px; margin-top: 12px; border-radius: 16px; background: var(--pine);
  color: var(--on-pine); font-weight: 620;
}
.back { margin: 12px 0 0; text-align: center; }
.back a { display: inline-block; padding: 12px 16px; color: var(--pine); font-weight: 560; text-decoration: none; }
:focus-visible { outline: 3px solid var(--pine-2); outline-offset: 2px; }
@media (prefers-reduced-motion: reduce) { .person { transition: none; } }
@media (forced-colors: active) { .person, .go { border: 1px solid ButtonText; } }
`;
