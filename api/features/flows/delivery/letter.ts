import { palettesOf } from '../../../contract/rules/look/palettes.ts';
import { isolated } from '../../../contract/rules/visible-text.ts';
import type { Env } from '../../../core/env.ts';
import type { Deps } from '../../../deps.ts';
import { readLetterMark } from '../../records/appearance/letter-mark.service.ts';
import { htmlLetter } from './html-letter.ts';
import type { LetterContent, WrittenLetter } from './letter-content.ts';

type Business = Pick<Env, 'PUBLIC_URL' | 'BUSINESS_NAME' | 'SUPPORT_PHONE'>;

/** The first line of a letter to a person who may have no name. */
export const greetingOf = ({ first_name }: { first_name: string }): string =>
  `Hello ${isolated(first_name) || 'there'},`;

/** The end of a letter of a kind that its reader can switch off. */
export const choiceOf = (kind: string): NonNullable<LetterContent['choice']> => ({
  sentence: `You get ${kind} by e-mail.`,
  path: '/profile?tab=preferences',
});

/** The parts of the product that a letter is written with. */
export type LetterParts = Pick<Deps, 'db' | 'env' | 'look' | 'texts' | 'log' | 'brandPictures'>;

/** Writes a letter as plain text, and as HTML in the published look, with the brand's mark. */
export async function writeLetter(deps: LetterParts, letter: LetterContent): Promise<WrittenLetter> {
  const { env, look } = deps;
  const palettes = palettesOf(look.current().colours);
  const mark = await readLetterMark(deps);
  const html = htmlLetter(env, { palettes, hasMark: mark !== null }, letter);
  return { subject: letter.subject, text: textLetter(env, letter), html, mark };
}

/** The plain text of a letter, in lines. */
export function textLetter(business: Business, letter: LetterContent): string {
  const { greeting, sentences, about = [], facts = [], items = [], reason, action, choice } = letter;
  const at = (path: string) => `${business.PUBLIC_URL}${path}`;
  const blocks: (readonly string[])[] = [
    [greeting],
    sentences,
    about.map((line) => `  ${line}`),
    facts.map(({ label, value }) => `  ${label}: ${value}`),
    // The one thing of a letter has its address beneath, as the action.
    ...items.map(({ title, detail, path }) => [
      `  ${title}`,
      `  ${detail}`,
      ...(path === action?.path ? [] : [`  ${at(path)}`]),
    ]),
    reason === undefined ? [] : [`The team’s reason: ${reason}`],
    action ? [`${action.label}:`, at(action.path)] : [],
    [`${business.BUSINESS_NAME} · ${business.SUPPORT_PHONE}`],
    choice ? [`${choice.sentence} To change that:`, at(choice.path)] : [],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}
