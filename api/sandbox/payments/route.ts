import type { Context } from './context.ts';
import type { Form } from './wire.ts';

/** One call of the provider's API. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** With at most one `:id`. */
  path: string;
  /**
   * Whether a browser may make it with the publishable key; such a call is shown only what its client secret
   * opens, and the handler checks that secret.
   */
  browser?: 'only' | 'too';
  /** Answers the object; runs in one transaction. @throws ApiError */
  handle(ctx: Context, form: Form, id: string, caller: 'server' | 'browser'): object;
}
