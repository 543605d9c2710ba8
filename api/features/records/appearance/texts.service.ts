import { textsChanged } from '../../../bus/changed.ts';
import type { Texts } from '../../../contract/rules/look/texts.ts';
import type { TextSettings, TextsForm, TextsView } from '../../../contract/schemas/settings/appearance.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { textsOf } from './appearance.rows.ts';
import { publishChange } from './publish.service.ts';

/** The texts that everybody may read. */
export const readTexts = (deps: Pick<Deps, 'texts'>): TextsView => deps.texts.current().texts as TextsView;

/** The published texts with the first ones. */
export const readTextSettings = (deps: Pick<Deps, 'texts'>): TextSettings =>
  deps.texts.current() as TextSettings;

/**
 * Publishes changed texts.
 * @throws Refusal `conflict` if others were published meanwhile, with the present settings as `current`
 */
export async function saveTexts(
  deps: Pick<Deps, 'db' | 'clock' | 'bus' | 'texts' | 'changes'>,
  person: Person,
  { version, texts }: TextsForm,
): Promise<TextSettings> {
  try {
    const { first } = deps.texts.current();
    const row = await publishChange<Texts>(deps, person, {
      id: 'texts',
      version,
      wanted: texts as Partial<Texts>,
      first,
      words,
    });
    if (row) {
      deps.texts.hold(textsOf(row, first));
      textsChanged(deps.changes);
    }
  } catch (cause) {
    if (!(cause instanceof Refusal) || cause.code !== 'conflict') throw cause;
    await deps.texts.readAgain();
    throw new Refusal('conflict', cause.message, {
      fields: cause.fields ?? {},
      current: readTextSettings(deps),
      cause,
    });
  }
  return readTextSettings(deps);
}

/** A text, or the items of a list. */
function words(value: unknown): string {
  if (!Array.isArray(value)) return String(value ?? '');
  return value
    .map(({ sign: _, ...parts }: Record<string, string>) => Object.values(parts).join(' '))
    .join('; ');
}
