import * as z from 'zod/mini';
import type { Method } from '../paths/path.ts';
import type { ErrorCode } from '../schemas/errors.ts';
import { Id } from '../schemas/primitives.ts';

export type Schema = z.core.$ZodType;

/**
 * The extra cost of a call: it asks the card provider, lets a card be tried there, reads much of the database, reads as
 * much as a whole file, or writes to everybody who reads a conversation.
 */
export type Cost = 'provider' | 'card' | 'heavy' | 'file' | 'chat';

/**
 * The reason why the bytes of a write do not count towards what its person may store in a day: it ends or deletes
 * something; it ends or changes what somebody owes or is owed, or who may act, and is counted apart from the rest; it
 * marks what was seen, or stores nothing; what it stores was counted when its payment began; or its file is weighed by
 * itself.
 */
export type Uncounted = 'ends' | 'owed' | 'seen' | 'begun' | 'weighed';

/** One row of the contract's table. */
export interface Call {
  method: Method;
  path: string;
  summary: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** A body that is not JSON: bytes of these types, up to this size. */
  upload?: { types: readonly string[]; maxBytes: number };
  answer: Schema;
  /** An answer that is not JSON: bytes of this type, under this file name. */
  file?: { type: string; name: string /** Whether any cache may keep it for ever. */; isPublic?: true };
  /** The reason why the call is limited apart from other reads and writes. */
  cost?: Exclude<Cost, 'file'>;
  /** What an address takes from others by the call, so that nobody takes all of it: limited by address. */
  perAddress?: 'holds';
  /** Left out: its bytes are counted if it writes. */
  uncounted?: Uncounted;
  /** Whether the call takes an `Idempotency-Key`: a repeat gets the first answer and changes nothing. */
  repeatable?: true;
  /** Error codes beyond those of every call. */
  errors?: readonly ErrorCode[];
}

export const call = <const C extends Call>(c: C): C => c;

/**
 * A body with exactly one of two optional fields, which its JSON Schema says, too.
 * @param first the one that is named as missing if both are
 */
export function withOneOf<Body extends z.ZodMiniObject>(
  body: Body,
  first: keyof Body['shape'] & string,
  second: keyof Body['shape'] & string,
): Body {
  const count = (given: Record<string, unknown>) =>
    [given[first], given[second]].filter((one) => one !== undefined).length;
  const either = body.check(
    z.refine((given) => count(given) > 0, { path: [first], error: 'Required' }),
    z.refine((given) => count(given) < 2, {
      path: [second],
      error: `Please send ${first} or ${second}, not both`,
    }),
  );
  const schema: z.ZodMiniObject = either;
  schema.register(z.globalRegistry, { oneOf: [{ required: [first] }, { required: [second] }] });
  return either;
}

/** The answer of a call that gives a file. */
export const FileContent = z.custom<Uint8Array>((content) => content instanceof Uint8Array);

/** The parameters of a path that ends in an id. */
export const one = z.object({ id: Id });
export const Done = z.object({ done: z.literal(true) });

/** The query of a list with pages: a page's length, and the cursor from the `Link` header. */
export const pageQuery = {
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
  cursor: z.optional(z.string().check(z.maxLength(200))),
};
export const page = z.object(pageQuery);
