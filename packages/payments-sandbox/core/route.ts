import type { Context } from './context.ts';
import type { Form } from './wire.ts';

/** One call of the provider's API. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** With at most one `:id`. */
  path: string;
  /**
   * Whether a browser may make the call with the publishable key. The call then sees only what its client secret
   * opens, which the handler checks.
   */
  browser?: 'only' | 'too';
  /** Returns the object; runs in one transaction. @throws ApiError */
  handle(ctx: Context, form: Form, id: string, caller: 'server' | 'browser'): object;
}
