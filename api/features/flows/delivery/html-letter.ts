import type { Palette, PaletteName, Token } from '../../../contract/rules/look/palettes.ts';
import type { Env } from '../../../core/env.ts';
import { type Markup, markup } from '../../../core/markup.ts';
import { markCid } from '../../../providers/mail/mail.ts';
import type { Fact, Item, LetterContent } from './letter-content.ts';

type Business = Pick<Env, 'PUBLIC_URL' | 'BUSINESS_NAME' | 'SUPPORT_PHONE'>;

/** The parts of a letter that have colours: the class of each, and its tokens. */
const coloured = {
  'l-paper': { 'background-color': 'paper' },
  'l-card': { 'background-color': 'card', 'border-color': 'line' },
  'l-sunken': { 'background-color': 'sunken' },
  'l-ink': { color: 'ink' },
  'l-soft': { color: 'ink-2' },
  'l-line': { 'border-color': 'line' },
  'l-link': { color: 'pine' },
  'l-button': { 'background-color': 'pine' },
  'l-on-button': { color: 'on-pine' },
} as const satisfies Record<string, Record<string, Token>>;
type Class = keyof typeof coloured;

const fonts = {
  text: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  display: "Georgia, 'Times New Roman', serif",
};

/**
 * The HTML of a letter: one column of tables, since mail programs read little else; colours in each element, since
 * some drop style sheets, and again in a sheet for dark mode. It loads nothing: its one picture, the brand's mark,
 * comes with it, and nothing is missing where pictures are held back.
 */
export function htmlLetter(
  business: Business,
  look: { palettes: Record<PaletteName, Palette>; hasMark: boolean },
  letter: LetterContent,
): string {
  const { palettes, hasMark } = look;
  const styled = stylesOf(palettes.light);
  const { subject, sentences, about, facts, items, reason, action } = letter;
  const paragraph = (text: string, style: Class = 'l-ink') =>
    markup`<p dir="auto" ${styled(style, `margin:0 0 12px;font:16px/1.5 ${fonts.text};overflow-wrap:anywhere`)}>${text}</p>`;
  const body = [
    markup`<h1 dir="auto" ${styled('l-ink', `margin:0 0 16px;font:600 24px/1.25 ${fonts.display};overflow-wrap:anywhere`)}>${subject}</h1>`,
    ...[letter.greeting, ...sentences].map((text) => paragraph(text)),
    ...(about?.length ? [boxOf(styled, about)] : []),
    ...(facts?.length ? [tableOf(styled, facts)] : []),
    ...(items ?? []).map((item) => itemOf(styled, business, item)),
    ...(reason === undefined
      ? []
      : [paragraph('The team’s reason:', 'l-soft'), boxOf(styled, [reason], 'quoted')]),
    ...(action ? [buttonOf(styled, `${business.PUBLIC_URL}${action.path}`, action.label)] : []),
  ];
  const column = 'width:100%;max-width:560px';
  return markup`<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
${sheetOf(palettes.dark)}
</head>
<body ${styled('l-paper', 'margin:0;padding:0')}>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ${styled('l-paper')}><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="${column}">
<tr><td style="padding:0 8px 14px">${headOf(styled, business, hasMark)}</td></tr>
<tr><td ${styled('l-card', 'padding:28px 24px 20px;border-width:1px;border-style:solid;border-radius:16px')}>
${body}
</td></tr>
<tr><td style="padding:16px 8px 0">${footOf(styled, business, letter)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.html;
}

type Styled = (name: Class, more?: string) => Markup;

/** The attributes of an element: its class, and its colours and further rules in place. */
function stylesOf(light: Palette): Styled {
  return (name, more = '') => {
    const colours = Object.entries(coloured[name]).map(([rule, token]) => `${rule}:${light[token as Token]}`);
    return markup`class="${name}" style="${[...colours, more].filter(Boolean).join(';')}"`;
  };
}

/** The colours of dark mode. */
function sheetOf(dark: Palette): Markup {
  const rules = Object.entries(coloured).map(([name, tokens]) => {
    const colours = Object.entries(tokens).map(
      ([rule, token]) => `${rule}:${dark[token as Token]}!important`,
    );
    return `.${name}{${colours.join(';')}}`;
  });
  return markup`<style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}</style>`;
}

/** The brand's name, beside its mark on the light paper of its icon, in dark mode, too. */
function headOf(styled: Styled, { BUSINESS_NAME }: Business, hasMark: boolean): Markup {
  const name = markup`<span dir="auto" ${styled('l-link', `font:600 20px/1.3 ${fonts.display};overflow-wrap:anywhere`)}>${BUSINESS_NAME}</span>`;
  if (!hasMark) return name;
  return markup`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td width="40" valign="middle" style="padding-right:12px"><img src="cid:${markCid}" width="40" height="40" alt="" style="display:block;border:0;border-radius:10px"></td><td valign="middle">${name}</td></tr></table>`;
}

function boxOf(styled: Styled, lines: readonly string[], kind: 'named' | 'quoted' = 'named'): Markup {
  const [first, ...others] = lines;
  const weight = kind === 'named' ? '600 17px/1.4' : '16px/1.5';
  return markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 16px"><tr><td ${styled('l-sunken', 'padding:14px 16px;border-radius:12px')}>
<p dir="auto" ${styled('l-ink', `margin:0;font:${weight} ${fonts.text};overflow-wrap:anywhere`)}>${first ?? ''}</p>${others.map(
    (line) =>
      markup`<p dir="auto" ${styled('l-soft', `margin:2px 0 0;font:15px/1.45 ${fonts.text};overflow-wrap:anywhere`)}>${line}</p>`,
  )}
</td></tr></table>`;
}

function tableOf(styled: Styled, facts: readonly Fact[]): Markup {
  const cell = `padding:9px 0;border-width:0 0 1px;border-style:solid;vertical-align:top`;
  return markup`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 16px;border-collapse:collapse">${facts.map(
    ({ label, value }) =>
      markup`<tr><th scope="row" align="left" ${styled('l-line', cell)}><span ${styled('l-soft', `font:15px/1.45 ${fonts.text}`)}>${label}</span></th><td align="right" ${styled('l-line', `${cell};padding-left:16px`)}><span dir="auto" ${styled('l-ink', `font:600 15px/1.45 ${fonts.text};overflow-wrap:anywhere`)}>${value}</span></td></tr>`,
  )}</table>`;
}

function itemOf(styled: Styled, business: Business, { title, detail, path }: Item): Markup {
  return markup`<p ${styled('l-line', 'margin:0 0 10px;padding:0 0 10px;border-width:0 0 1px;border-style:solid')}><a dir="auto" href="${business.PUBLIC_URL}${path}" ${styled('l-link', `font:600 16px/1.4 ${fonts.text};overflow-wrap:anywhere`)}>${title}</a><br><span dir="auto" ${styled('l-soft', `font:15px/1.45 ${fonts.text};overflow-wrap:anywhere`)}>${detail}</span></p>`;
}

/** A link as a cell with a background, which is a button in every mail program. */
function buttonOf(styled: Styled, href: string, label: string): Markup {
  return markup`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0"><tr><td ${styled('l-button', 'border-radius:12px')}><a href="${href}" ${styled('l-on-button', `display:inline-block;padding:13px 22px;font:600 16px/1.3 ${fonts.text};text-decoration:none`)}>${label}</a></td></tr></table>`;
}

function footOf(styled: Styled, business: Business, { choice }: LetterContent): Markup {
  const small = `margin:0 0 8px;font:13px/1.5 ${fonts.text};overflow-wrap:anywhere`;
  const { PUBLIC_URL, BUSINESS_NAME, SUPPORT_PHONE } = business;
  const tel = SUPPORT_PHONE.replace(/[^\d+]/g, '');
  const phone = markup`<a href="tel:${tel}" ${styled('l-link')}>${SUPPORT_PHONE}</a>`;
  return markup`<p ${styled('l-soft', small)}>${BUSINESS_NAME} · ${phone}</p>${
    choice
      ? markup`<p ${styled('l-soft', small)}>${choice.sentence} <a href="${PUBLIC_URL}${choice.path}" ${styled('l-link')}>Change that</a></p>`
      : null
  }`;
}
