import * as z from 'zod/mini';
import { readHex } from '../../rules/look/colour.ts';
import { displayFaces } from '../../rules/look/look.ts';
import { itemSigns, type TextName, textField, textLists, textNames } from '../../rules/look/texts.ts';
import { oneLine, text } from '../forms.ts';

const required = z.refine<string>((words) => words !== '', 'Please write a text');

const single = Object.fromEntries(
  textNames.map((name) => {
    const { most, lines, optional } = textField(name);
    const checks = [...(lines ? [] : [oneLine()]), ...(optional ? [] : [required])];
    return [name, text(most).check(...checks)];
  }),
) as Record<TextName, z.ZodMiniString>;

const part = (most: number) => text(most).check(oneLine(), required);
const listOf = <T extends z.core.$ZodType>(item: T, most: number) =>
  z.array(item).check(z.maxLength(most, `Please keep at most ${most}`));
const itemParts = ({ parts }: { parts: { title: number; text: number } }) => ({
  title: part(parts.title),
  text: part(parts.text),
});
const signed = (list: { most: number; parts: { title: number; text: number } }) =>
  listOf(z.object({ sign: z.enum(itemSigns), ...itemParts(list) }), list.most);
const plain = (list: { most: number; parts: { title: number; text: number } }) =>
  listOf(z.object(itemParts(list)), list.most);
const { claims, included, steps, shortly, resources, reasons } = textLists;

const texts = {
  ...single,
  claims: listOf(
    z.object({ figure: part(claims.parts.figure), words: part(claims.parts.words) }),
    claims.most,
  ),
  included: signed(included),
  steps: plain(steps),
  shortly: plain(shortly),
  resources: plain(resources),
  reasons: signed(reasons),
};

/** Every text of the landing page, as published (`api/contract/rules/look/texts.ts`). */
export const TextsView = z.object(texts);
export type TextsView = z.infer<typeof TextsView>;

/** The published texts, for who may change them. */
export const TextSettings = z.object({
  /** To be sent with a change. */
  version: z.int(),
  texts: TextsView,
  /** The texts that hold without a change. */
  first: TextsView,
});
export type TextSettings = z.infer<typeof TextSettings>;

/** The texts of a change; others stay. */
export const TextsForm = z.object({
  /** The version that its writer saw. */
  version: z.int(),
  texts: z.partial(TextsView),
});
export type TextsForm = z.infer<typeof TextsForm>;

const colourMessage = 'Please give a colour as six digits, such as #17493c';
const Colour = z.string().check(
  z.maxLength(20, colourMessage),
  z.refine((value) => readHex(value) !== null, colourMessage),
  z.overwrite((value) => readHex(value) ?? value),
);
const PictureId = z.string().check(z.regex(/^[\w-]{22}$/, 'Please upload the picture again'));

/** The published look, for who may change it. */
export const LookSettings = z.object({
  version: z.int(),
  primary: z.string(),
  accent: z.string(),
  displayFace: z.enum(displayFaces),
  mark: z.nullable(z.string()),
  logo: z.nullable(z.string()),
});
export type LookSettings = z.infer<typeof LookSettings>;

/** The parts of a change of the look; others stay. */
export const LookForm = z.object({
  version: z.int(),
  primary: z.optional(Colour),
  accent: z.optional(Colour),
  displayFace: z.optional(z.enum(displayFaces)),
  /** The id of an uploaded picture; `null`: the product's own. */
  mark: z.optional(z.nullable(PictureId)),
  logo: z.optional(z.nullable(PictureId)),
});
export type LookForm = z.infer<typeof LookForm>;

export const BrandPictureKind = z.object({ kind: z.enum(['mark', 'logo']) });
/** An uploaded mark or logo, drawn anew; it is shown once a look that names it is published. */
export const BrandPicture = z.object({ id: z.string(), width: z.int(), height: z.int() });
export type BrandPicture = z.infer<typeof BrandPicture>;
