/** The styles of the page: the product's own tokens, light and dark, without its bundle. */
export const mailboxStyles = (font: string): string => `
@font-face { font-family: Fraunces; src: url("${font}") format("woff2"); font-weight: 100 900; font-display: swap; }
:root {
  color-scheme: light dark;
  --paper: #f7f3ec; --card: #fffdf9; --ink: #1e2925; --ink-2: #59655f; --line: #e7dfd2; --pine: #17493c;
  --pine-2: #2b6c5a; --on-pine: #f7f3ec; --terra: #b44c2b; --mark: #fbeec4; --on-mark: #6a4d00;
  --shadow: 0 1px 2px #1e29250d, 0 8px 24px #1e292512;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #121a17; --card: #1a2420; --ink: #eef0e9; --ink-2: #a5b1aa; --line: #2b3832; --pine: #8fd0b8;
    --pine-2: #6fb79d; --on-pine: #0d1f19; --terra: #e98a66; --mark: #3d3212; --on-mark: #f3d67a;
    --shadow: 0 1px 2px #0006, 0 8px 24px #0005;
  }
}
* { box-sizing: border-box; }
html { text-size-adjust: 100%; }
body {
  margin: 0 auto; max-width: 44rem; background: var(--paper); color: var(--ink);
  padding: max(20px, env(safe-area-inset-top)) 20px max(32px, env(safe-area-inset-bottom));
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  -webkit-font-smoothing: antialiased;
}
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 12px; }
h1, .brand { font-family: Fraunces, "Iowan Old Style", Georgia, serif; font-weight: 560; letter-spacing: -0.01em; }
.brand {
  display: flex; align-items: center; gap: 8px; min-height: 44px; color: inherit; font-size: 1.25rem;
  text-decoration: none;
}
.door { stroke: var(--pine); }
.fire { stroke: var(--terra); }
.mark {
  padding: 4px 12px; border-radius: 99px; background: var(--mark); color: var(--on-mark);
  font-size: 0.8125rem; font-weight: 620;
}
h1 { margin: 20px 0 4px; font-size: 2rem; line-height: 1.12; }
h2 { margin: 0; font-size: 1.0625rem; line-height: 1.3; overflow-wrap: anywhere; }
.lead { margin: 0 0 20px; color: var(--ink-2); }
nav { display: flex; flex-wrap: wrap; gap: 8px; margin-bottom: 20px; }
nav a {
  display: inline-flex; align-items: center; min-height: 44px; padding: 4px 16px; border: 1px solid var(--line);
  border-radius: 99px; background: var(--card); color: var(--ink); font-size: 0.875rem; text-decoration: none;
  overflow-wrap: anywhere;
}
nav a[aria-current] { border-color: var(--pine); background: var(--pine); color: var(--on-pine); }
article, .none {
  margin: 0 0 14px; padding: 18px 20px; border: 1px solid var(--line); border-radius: 20px; background: var(--card);
  box-shadow: var(--shadow);
}
.none { color: var(--ink-2); }
.about {
  display: flex; flex-wrap: wrap; justify-content: space-between; gap: 2px 16px; margin: 2px 0 14px;
  padding-bottom: 12px; border-bottom: 1px solid var(--line); color: var(--ink-2); font-size: 0.875rem;
}
.to { overflow-wrap: anywhere; }
/* The letter brings a frame of its own, so its place reaches from edge to edge. */
iframe {
  display: block; width: calc(100% + 40px); height: 33rem; margin: -14px -20px 8px; border: 0;
  border-bottom: 1px solid var(--line);
}
@media (max-width: 30rem) {
  article { margin-inline: -20px; border-width: 1px 0; border-radius: 0; box-shadow: none; }
}
summary { display: flex; align-items: center; min-height: 44px; color: var(--ink-2); font-size: 0.875rem; cursor: pointer; }
summary::before { content: "▸"; margin-right: 8px; }
details[open] > summary::before { content: "▾"; }
.text { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.text a { color: var(--pine); }
:focus-visible { outline: 3px solid var(--pine-2); outline-offset: 2px; }
`;
