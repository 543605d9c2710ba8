import type { Page } from 'playwright';

/** `guest` is a newcomer too, whose bookings and requests pile up during the tour. */
export type Persona = 'visitor' | 'member' | 'newcomer' | 'guest' | 'admin';

/** What is done to a page; what comes of it nobody reads. */
export type Act = (page: Page) => Promise<unknown>;

/** One picture: a page as somebody sees it, in one of its states. */
export interface View {
  name: string;
  path: string;
  as: Persona;
  /**
   * `loading`: what the page reads never comes; `error`: it fails; `offline`: it was read, then the network went.
   * Otherwise the page as it is.
   */
  state?: 'loading' | 'error' | 'offline';
  /** Only phones have it. */
  phoneOnly?: true;
  /** In a browser of its own: what is done there must not show in the next picture. */
  alone?: true;
  /** What stands in the way before the page is opened, such as a card provider that is away. */
  before?: Act;
  /** What a person does there before the picture is taken, such as opening a dialog. */
  act?: Act;
}

/** The ids of the rows that the pages show, by what kind of row each is. */
export type Things = Record<string, string>;
