import { sender } from '../../unsent/send.ts';
import { type Answered, isKnown, type Work } from '../../unsent/work.ts';
import { syncOutbox } from '../../worker/sync-outbox.ts';
import { createOutbox, type Outbox } from '../engine.ts';
import type { OutboxNews } from '../news.ts';
import type { Conditions } from './conditions.ts';
import type { Process, ProcessLife } from './processes.ts';
import type { Draw } from './random.ts';
import type { Server } from './server.ts';
import type { Timeline } from './timeline.ts';
import type { UnsteadyNetwork } from './unsteady-network.ts';
import type { UnsteadyStorage } from './unsteady-storage.ts';
import type { webLocks } from './web-locks.ts';

export interface Tab extends Process {
  outbox: Outbox<Work, Answered>;
}

/** The parts of a device that its tabs and its worker use. */
export interface Platform {
  timeline: Timeline;
  draw: Draw;
  server: Server;
  conditions: Conditions;
  life: ProcessLife;
  locks: ReturnType<typeof webLocks>;
  storage: UnsteadyStorage;
  network: UnsteadyNetwork;
  tabs: Set<Tab>;
  /** A sentence for each time a person was shown another person's data. */
  complaints: string[];
  newId: () => string;
}

/** The parts that a tab's outbox and the worker's have in common. */
function common(platform: Platform, process: Process) {
  const { timeline, draw, locks, storage, network } = platform;
  const store = storage.of(process);
  return {
    store,
    send: sender(store, network.fetchOf(process), timeline.now),
    lock: <T>(work: () => Promise<T>) => locks.hold(process, work),
    tell: (news: OutboxNews<Answered>) => tell(platform, process, news),
    now: timeline.now,
    random: draw.random,
  };
}

/** Sends news to every tab but the sender, which may be the worker. */
function tell({ tabs, timeline, draw }: Platform, from: Process, news: OutboxNews<Answered>): void {
  for (const tab of tabs)
    if (tab !== from)
      timeline.at(timeline.now() + draw.upTo(5), () => tab.alive && void tab.outbox.hear(news));
}

export function openTab(platform: Platform): Tab {
  const { timeline, draw, server, conditions, life, tabs, complaints, newId } = platform;
  const process = life.start();
  const ownerOf = (answered: Answered) => {
    if (answered.kind === 'chat')
      return server.effects.find(({ clientId }) => clientId === answered.message.clientId)?.userId;
    const id = answered.kind === 'message' ? answered.message.bookingId : answered.detail.id;
    return server.bookings.get(id)?.owner;
  };
  const showAnswers = async (answers: Answered[]) => {
    const { userId } = outbox.state();
    if (answers.some((answered) => ownerOf(answered) !== userId))
      complaints.push(`${userId} was shown an answer of another's`);
    await life.step(process);
  };
  const outbox = createOutbox({
    ...common(platform, process),
    isKnown,
    newId,
    later: (ms, then) => {
      let wanted = true;
      void life.pause(process, ms).then(() => wanted && then());
      return () => {
        wanted = false;
      };
    },
    met: () => {},
    show: showAnswers,
    showKept: (deliveries) => showAnswers(deliveries.map(({ answered }) => answered)),
    shown: () => {},
    render: ({ userId, entries }) => {
      if (entries.some((e) => e.userId !== userId)) complaints.push(`${userId} was shown another's words`);
    },
    askForSync: () => timeline.at(timeline.now() + draw.upTo(5000), () => wakeWorker(platform)),
    reopen: () => {},
  });
  const tab: Tab = Object.assign(process, { outbox });
  tabs.add(tab);
  if (conditions.session) outbox.start(conditions.session);
  return tab;
}

/** Runs the worker's Background Sync, which the browser repeats a few times if it fails. */
export function wakeWorker(platform: Platform, tries = 3): void {
  const { timeline, conditions, life } = platform;
  if (conditions.network !== 'up') return;
  const process = life.start();
  const whoIsIn = async () => {
    await life.step(process);
    return conditions.session;
  };
  syncOutbox({ ...common(platform, process), whoIsIn }).catch(
    () => tries && timeline.at(timeline.now() + 30_000, () => wakeWorker(platform, tries - 1)),
  );
}
