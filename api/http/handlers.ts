import type { Answer, Body, Calls, Params, Query } from '../contract/calls.ts';
import type { CallName } from '../contract/paths.ts';
import type { Log } from '../core/log.ts';
import type { Person } from '../core/person.ts';

export interface Input<N extends CallName> {
  params: Params<N>;
  query: Query<N>;
  body: Body<N>;
  /** The body of a call that takes a file; read when it is asked for, so that nobody's is who may not send it. */
  upload: Calls[N] extends { upload: object } ? () => Promise<Buffer> : null;
  /** Whoever is signed in; certain where the table says so. */
  person: Calls[N]['who'] extends 'anyone' ? Person | null : Person;
  /** Names the session that it came with, without opening it; `null` where nobody is signed in. */
  session: string | null;
  /** Ends that session, and this browser's cookie of it. @returns where its issuer ends its own */
  signOut: () => Promise<string>;
  /** The client's own id of the attempt; `null` where the call does not repeat or none was sent. */
  key: string | null;
  /** Names the next page in the answer's `Link` header. */
  nextPage: (cursor: string) => void;
  /** Log lines of this request, with its id. */
  log: Log;
}

export type Handler<N extends CallName> = (input: Input<N>) => Promise<Answer<N>> | Answer<N>;
export type Handlers = { [N in CallName]: Handler<N> };
