import type { access } from '../contract/access/access.ts';
import type { Answer, Body, Calls, Params, Query } from '../contract/calls/calls.ts';
import type { CallName } from '../contract/rules/paths.ts';
import type { Log } from '../core/log.ts';
import type { Person } from '../core/person.ts';

export interface Input<N extends CallName> {
  params: Params<N>;
  query: Query<N>;
  body: Body<N>;
  /**
   * The body of a call that takes a file. It is read only on request, so a caller without the right to send it is
   * refused unread.
   */
  upload: Calls[N] extends { upload: object } ? () => Promise<Buffer> : null;
  /** The signed-in person; never `null` where the contract requires a sign-in. */
  person: (typeof access)[N] extends 'anyone' ? Person | null : Person;
  /** The name of the session, which does not open it; `null` if nobody is signed in. */
  session: string | null;
  /** Ends the session and deletes its cookie. @returns the address where its issuer ends its own session */
  signOut: () => Promise<string>;
  /** The client's own id of the attempt; `null` if the call is not repeatable or none was sent. */
  key: string | null;
  /** Names the next page in the answer's `Link` header. */
  nextPage: (cursor: string) => void;
  /** Writes log lines with this request's id. */
  log: Log;
}

export type Handler<N extends CallName> = (input: Input<N>) => Promise<Answer<N>> | Answer<N>;
export type Handlers = { [N in CallName]: Handler<N> };
