import type { Appearance } from '@stripe/stripe-js';

type Variables = NonNullable<Appearance['variables']>;

const system = 'system-ui, -apple-system, "Segoe UI", sans-serif';
const light = {
  colorPrimary: '#0055de',
  colorBackground: '#ffffff',
  colorText: '#30313d',
  colorTextSecondary: '#5f6068',
  colorDanger: '#c0123c',
  fontFamily: system,
  fontSizeBase: '16px',
  borderRadius: '6px',
  spacingUnit: '4px',
} satisfies Variables;
const night = {
  ...light,
  colorPrimary: '#85d996',
  colorBackground: '#30313d',
  colorText: '#ffffff',
  colorTextSecondary: '#c0c2cc',
  colorDanger: '#ff9fb2',
} satisfies Variables;

const taken = Object.keys(light) as (keyof typeof light)[];

/** Sets the page's colours and sizes as custom properties of one element. */
export function dress(element: HTMLElement, appearance: Appearance | undefined): void {
  const base = appearance?.theme === 'night' ? night : light;
  for (const name of taken) {
    const value = appearance?.variables?.[name] ?? base[name];
    element.style.setProperty(`--sandbox-${name}`, value);
  }
}

const styles = `
.sandbox-card, .sandbox-challenge {
  --sandbox-line: color-mix(in srgb, var(--sandbox-colorText) 55%, var(--sandbox-colorBackground));
  --sandbox-quiet-line: color-mix(in srgb, var(--sandbox-colorText) 18%, var(--sandbox-colorBackground));
  font-family: var(--sandbox-fontFamily);
  font-size: var(--sandbox-fontSizeBase);
  line-height: 1.4;
  color: var(--sandbox-colorText);
  box-sizing: border-box;
}
.sandbox-card *, .sandbox-challenge * { box-sizing: border-box; font: inherit; letter-spacing: normal; }
.sandbox-card {
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: calc(var(--sandbox-spacingUnit) * 4) calc(var(--sandbox-spacingUnit) * 3);
  padding: calc(var(--sandbox-spacingUnit) * 4);
  background: var(--sandbox-colorBackground);
  border: 1px solid var(--sandbox-quiet-line);
  border-radius: var(--sandbox-borderRadius);
}
.sandbox-head { grid-column: 1 / -1; display: flex; align-items: center; justify-content: space-between; gap: 8px; }
.sandbox-head p { margin: 0; font-weight: 600; }
.sandbox-card .sandbox-mark, .sandbox-challenge .sandbox-mark {
  padding: 2px 10px; border-radius: 99px; background: #ffe2a8; color: #5a3b00; font-size: 13px; font-weight: 600;
}
.sandbox-field { min-width: 0; position: relative; }
.sandbox-field-number { grid-column: 1 / -1; }
.sandbox-field label { display: block; margin-bottom: var(--sandbox-spacingUnit); font-size: 14px; color: var(--sandbox-colorText); }
.sandbox-box { position: relative; }
.sandbox-field input {
  display: block; width: 100%; height: 48px; margin: 0; padding: 0 14px; appearance: none;
  font-size: max(16px, var(--sandbox-fontSizeBase)); font-variant-numeric: tabular-nums;
  color: var(--sandbox-colorText); caret-color: var(--sandbox-colorPrimary);
  background: color-mix(in srgb, var(--sandbox-colorText) 3%, var(--sandbox-colorBackground));
  border: 1px solid var(--sandbox-line); border-radius: var(--sandbox-borderRadius); outline: none;
}
.sandbox-field input::placeholder { color: var(--sandbox-colorTextSecondary); opacity: 1; }
.sandbox-field input:focus-visible {
  border-color: var(--sandbox-colorPrimary);
  outline: 2px solid var(--sandbox-colorPrimary); outline-offset: 1px;
}
.sandbox-field input[aria-invalid='true'] { border-color: var(--sandbox-colorDanger); color: var(--sandbox-colorDanger); }
.sandbox-brand {
  position: absolute; right: 0; bottom: calc(100% + var(--sandbox-spacingUnit)); font-size: 13px; font-weight: 600;
  color: var(--sandbox-colorTextSecondary); pointer-events: none;
}
.sandbox-error { margin: 4px 0 0; font-size: 14px; color: var(--sandbox-colorDanger); }
.sandbox-error:empty { display: none; }
.sandbox-cards { grid-column: 1 / -1; font-size: 14px; }
.sandbox-cards summary {
  display: inline-flex; align-items: center; min-height: 44px; cursor: pointer;
  color: var(--sandbox-colorTextSecondary); border-radius: 6px;
}
.sandbox-cards summary::before { content: '▸'; margin-right: 6px; }
.sandbox-cards[open] summary::before { content: '▾'; }
.sandbox-cards summary::-webkit-details-marker { display: none; }
.sandbox-cards summary:focus-visible, .sandbox-cards button:focus-visible, .sandbox-challenge button:focus-visible {
  outline: 2px solid var(--sandbox-colorPrimary); outline-offset: 2px;
}
.sandbox-cards ul { list-style: none; margin: 0; padding: 0; }
.sandbox-cards button {
  display: flex; flex-direction: column; align-items: flex-start; justify-content: center; width: 100%; min-height: 44px; padding: 6px 0; margin: 0;
  text-align: left; color: inherit; background: none; border: 0; border-top: 1px solid var(--sandbox-quiet-line); cursor: pointer;
}
.sandbox-cards button span:first-child { font-variant-numeric: tabular-nums; font-weight: 600; }
.sandbox-cards button span:last-child { color: var(--sandbox-colorTextSecondary); }
.sandbox-challenge {
  width: min(420px, calc(100vw - 32px)); padding: 24px; border: 1px solid var(--sandbox-quiet-line);
  border-radius: 16px; background: var(--sandbox-colorBackground); box-shadow: 0 20px 60px rgb(0 0 0 / 35%);
}
.sandbox-challenge::backdrop { background: rgb(10 14 11 / 55%); }
.sandbox-challenge h2 { margin: 14px 0 8px; font-size: 20px; font-weight: 650; }
.sandbox-challenge p { margin: 0 0 20px; }
.sandbox-challenge .sandbox-mark { display: inline-block; margin: 0; }
.sandbox-challenge button {
  display: block; width: 100%; min-height: 48px; margin-top: 8px; padding: 0 16px; cursor: pointer; font-weight: 600;
  border-radius: var(--sandbox-borderRadius); border: 1px solid var(--sandbox-line);
  background: transparent; color: var(--sandbox-colorText);
}
.sandbox-challenge button:first-of-type {
  background: var(--sandbox-colorText); border-color: var(--sandbox-colorText); color: var(--sandbox-colorBackground);
}
`;

let adopted = false;

/** A constructed stylesheet, so that the content security policy need not allow inline styles. */
export function adoptStyles(): void {
  if (adopted) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  adopted = true;
}
