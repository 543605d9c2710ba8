import * as z from 'zod/mini';
import { Id } from './entities.ts';
import type { ErrorCode } from './errors.ts';
import type { Method, Who } from './paths.ts';

export type Schema = z.core.$ZodType;

/** What a call costs beyond itself: it asks the card provider, goes through much of the database, or all of a file's. */
export type Cost = 'provider' | 'heavy' | 'file';

/** One row of the contract's table. */
export interface Call {
  method: Method;
  path: string;
  who: Who;
  summary: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** What the body is where it is no JSON: bytes of these types, up to so many. */
  upload?: { types: readonly string[]; maxBytes: number };
  answer: Schema;
  /** What the answer is where it is no JSON: bytes of this type, and what a browser calls them. */
  file?: { type: string; name: string };
  /** Why it is counted apart from other reads and writes. */
  cost?: Exclude<Cost, 'file'>;
  /** Takes an `Idempotency-Key`: a repeat gets the first answer and changes nothing. */
  repeatable?: true;
  /** Codes beyond those that any call can answer with. */
  errors?: readonly ErrorCode[];
}

export const call = <const C extends Call>(c: C): C => c;

/** The answer of a call that gives a file. */
export const FileContent = z.custom<Uint8Array>((content) => content instanceof Uint8Array);

/** Parameters of a path that ends in one thing's id. */
export const one = z.object({ id: Id });
export const Done = z.object({ done: z.literal(true) });

/** What a list that grows takes: the length of a page, and the cursor that its `Link` header named. */
export const pageQuery = {
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
  cursor: z.optional(z.string().check(z.maxLength(200))),
};
export const page = z.object(pageQuery);
