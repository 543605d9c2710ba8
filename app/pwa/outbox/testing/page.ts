import { type Answered, type Change, isKnown, type Work } from '../../unsent/work.ts';
import { createOutbox } from '../engine.ts';
import type { OutboxNews } from '../news.ts';
import type { Sent as AnySent, OutboxParts } from '../parts.ts';
import { memoryStore } from './memory-store.ts';

export type Sent = AnySent<Answered>;

export const cancel: Change = { kind: 'cancel', terms: { outcome: 'free', amountCents: 0, hours: 0 } };
export const stored: Sent = { kind: 'stored', answered: { kind: 'booking', detail: { id: 'b1' } as never } };

/** A page's outbox, mia's, whose sends end as given; it notes its news to others and its shown answers. */
export function aPage(over: Partial<OutboxParts<Work, Answered>> = {}) {
  const store = memoryStore();
  const newsLog: OutboxNews<Answered>[] = [];
  const shown: Answered[] = [];
  const timers: (() => void)[] = [];
  let ids = 0;
  const outbox = createOutbox({
    store,
    send: async () => stored,
    isKnown,
    lock: (work) => work(),
    tell: (news) => newsLog.push(news),
    now: () => 0,
    random: () => 0,
    newId: () => {
      ids += 1;
      return `c${ids}`;
    },
    later: (_ms, then) => {
      timers.push(then);
      return () => {};
    },
    met: () => {},
    show: async (answers) => {
      shown.push(...answers);
    },
    showKept: async (deliveries) => {
      shown.push(...deliveries.map(({ answered }) => answered));
    },
    shown: () => {},
    render: () => {},
    askForSync: () => {},
    reopen: () => {},
    ...over,
  });
  outbox.start('mia');
  return { outbox, store, newsLog, shown, timers };
}
