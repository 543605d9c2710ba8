import type { Page } from 'playwright';

/** `guest` is another newcomer, whose bookings and requests pile up during the tour. */
export type Persona = 'visitor' | 'member' | 'newcomer' | 'guest' | 'admin';

/** An act on a page; its result is not used. */
export type Act = (page: Page) => Promise<unknown>;

/** One picture: a page in one of its states, as one persona sees it. */
export interface View {
  name: string;
  path: string;
  as: Persona;
  /**
   * `loading`: the page's reads never end; `error`: they fail; `offline`: they were made, then the network went.
   * Left out: the page as it is.
   */
  state?: 'loading' | 'error' | 'offline';
  /** Only phones have this view. */
  phoneOnly?: true;
  /** Needs a browser of its own, so that its effects do not show in the next picture. */
  alone?: true;
  /** Runs before the page is opened, for example to make the card provider fail. */
  before?: Act;
  /** A person's acts before the picture is taken, for example opening a dialog. */
  act?: Act;
}

/** The ids of the rows that the pages show, by kind of row. */
export type Things = Record<string, string>;

/** A view that the person reaches by its path, and by an act there if it needs one. */
export const viewOf =
  (as: Persona) =>
  (name: string, path: string, act?: Act): View => ({ name, path, as, ...(act && { act }) });

/** A page while it loads, after its reads have failed, and without the network. */
export const statesOf =
  (as: Persona, states: readonly NonNullable<View['state']>[] = ['loading', 'error', 'offline']) =>
  (name: string, path: string): View[] =>
    states.map((state) => ({ name: `${name}-${state}`, path, as, state }));
