import * as z from 'zod';
import { InvalidParameters } from './errors.ts';

export type Form = { [name: string]: string | Form };

/**
 * Reads the provider's form encoding: `metadata[userId]=u1`, `items[0][price]=price_1`, `expand[0]=customer`,
 * `expand[]=customer`. Lists arrive as objects with their indices as names; `listOf` turns them into lists.
 */
export function decodeForm(encoded: string): Form {
  const form: Form = Object.create(null) as Form;
  let unindexed = 0;
  for (const [name, value] of new URLSearchParams(encoded)) {
    const [first = '', ...rest] = name.replaceAll(']', '').split('[');
    const steps = [first, ...rest].map((step) => (step === '' ? `${unindexed++}` : step));
    const last = steps.pop() ?? '';
    let place = form;
    for (const step of steps) {
      const inner = place[step];
      const next = typeof inner === 'object' ? inner : (Object.create(null) as Form);
      place[step] = next;
      place = next;
    }
    place[last] = value;
  }
  return form;
}

const isForm = (value: unknown): value is Form => typeof value === 'object' && value !== null;

export const text = z.string().min(1).max(5000);
/** A text that an empty string removes. */
export const unsettable = z
  .string()
  .max(5000)
  .transform((value) => (value === '' ? null : value));
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, 'integer')
  .transform(Number);
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const metadata = z.record(z.string().max(40), z.string().max(500));
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (isForm(value) ? Object.values(value) : value), z.array(item));
export const pageOf = {
  limit: z.optional(integer.refine((n) => n >= 1 && n <= 100)),
  starting_after: z.optional(text),
  ending_before: z.optional(text),
};

/** A time of creation, in unix seconds: `created=1` or `created[gte]=1`. */
export const createdFilter = z.optional(
  z.union([
    integer.transform((at) => ({ gte: at, lte: at })),
    z.strictObject({
      gt: z.optional(integer),
      gte: z.optional(integer),
      lt: z.optional(integer),
      lte: z.optional(integer),
    }),
  ]),
);

/** Merges metadata as the provider does: a new value replaces, an empty one removes. */
export function mergeMetadata(old: Record<string, string>, change: Record<string, string> = {}) {
  return Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== ''));
}

function nameOf(path: PropertyKey[]): string {
  const [first, ...rest] = path.map(String);
  return `${first ?? ''}${rest.map((step) => `[${step}]`).join('')}`;
}

function valueAt(form: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => (isForm(value) ? value[String(step)] : undefined), form);
}

/** Reads a request's parameters by its schema. @throws InvalidParameters in the provider's words */
export function parse<Schema extends z.ZodType>(schema: Schema, form: Form): z.output<Schema> {
  const { expand: _, ...fields } = form;
  const result = schema.safeParse(fields);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (!issue) throw result.error;
  if (issue.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, issue.keys[0] ?? '']);
    throw new InvalidParameters(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = nameOf(issue.path);
  const value = valueAt(fields, issue.path);
  if (value === undefined) {
    throw new InvalidParameters(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (value === '') {
    throw new InvalidParameters(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; ` +
        `however '${param}' cannot be unset. You should remove '${param}' from your request or supply a ` +
        'non-empty value.',
      { code: 'parameter_invalid_empty', param },
    );
  }
  if (issue.message === 'integer') {
    throw new InvalidParameters(`Invalid integer: ${String(value)}`, {
      code: 'parameter_invalid_integer',
      param,
    });
  }
  throw new InvalidParameters(`Invalid ${param}`, { param });
}

/** The paths that a request wants expanded. */
export function expandOf(form: Form): string[] {
  return isForm(form.expand)
    ? Object.values(form.expand).filter((path): path is string => typeof path === 'string')
    : [];
}
