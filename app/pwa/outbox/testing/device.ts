import { sender } from '../../unsent/send.ts';
import { type Answered, type Entry, isKnown, type Store, type Work } from '../../unsent/work.ts';
import { syncOutbox } from '../../worker/sync-outbox.ts';
import { createOutbox, type Outbox } from '../engine.ts';
import type { OutboxNews } from '../news.ts';
import { aKeptPhoto } from './entry.ts';
import { memoryStore } from './memory-store.ts';
import type { Draw } from './random.ts';
import type { Server, Told } from './server.ts';
import type { Timeline } from './timeline.ts';
import { type Process, webLocks } from './web-locks.ts';

/** What is wrong with the device and its network, as shares of 1. */
export interface Weather {
  /** That a process is killed at one `await`. */
  kill: number;
  /** That a request, and that an answer, is lost. */
  loseRequest: number;
  loseAnswer: number;
  /** That the server is busy, is not well before it has done anything, and after. */
  busy: number;
  unwell: number;
  unwellAfter: number;
  /** That the storage fails a step, or has done it and says that it failed. */
  storage: number;
}
export const calm: Weather = {
  kill: 0,
  loseRequest: 0,
  loseAnswer: 0,
  busy: 0,
  unwell: 0,
  unwellAfter: 0,
  storage: 0,
};

export interface Tab extends Process {
  outbox: Outbox<Work, Answered>;
}

const sendingMs = 20_000;

/** A browser on one device: tabs and a worker over one storage, one session, one lock, one network. */
export function aDevice({
  timeline,
  draw,
  server,
  hasLocks,
  killAt,
}: {
  timeline: Timeline;
  draw: Draw;
  server: Server;
  hasLocks: boolean;
  /** The one `await`, counted from the first, at which a process is killed for certain. */
  killAt?: number | undefined;
}) {
  const disk = memoryStore();
  const tabs = new Set<Tab>();
  const complaints: string[] = [];
  const kept: Entry[] = [];
  const unsure = new Set<string>();
  let weather = calm;
  let network: 'up' | 'down' | 'silent' | 'portal' = 'up';
  let session: string | null = null;
  let ids = 0;
  let kills = 0;
  let steps = 0;

  /** Goes on after a while, unless the process is gone by then. */
  function pause(process: Process, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        if (!process.alive) return;
        if (process.frozenUntil > timeline.now()) timeline.at(process.frozenUntil, wake);
        else resolve();
      };
      timeline.at(timeline.now() + ms, wake);
    });
  }

  function kill(process: Process): void {
    kills += 1;
    process.alive = false;
    tabs.delete(process as Tab);
    locks.release(process);
  }

  /** A place where a process may be killed. */
  async function step(process: Process, ms = draw.upTo(4)): Promise<void> {
    steps += 1;
    if (steps === killAt || draw.chance(weather.kill)) kill(process);
    await pause(process, ms);
  }

  const locks = webLocks(hasLocks, timeline, step);

  /** The device's storage as one process uses it: every step is whole, and may be the process's last. */
  function storageOf(process: Process): Store {
    const through = <A extends unknown[], T>(name: keyof Store, run: (...args: A) => Promise<T>) => {
      return async (...args: A): Promise<T> => {
        await step(process);
        if (draw.chance(weather.storage)) {
          if (name === 'add') unsure.add((args[0] as Entry).clientId);
          throw new DOMException(`${name} failed`, 'AbortError');
        }
        const given = await run(...args);
        if (name === 'add') kept.push(given as Entry);
        await step(process);
        if (draw.chance(weather.storage)) {
          if (name === 'add') unsure.add((given as Entry).clientId);
          throw new DOMException(`${name} was done, and said to have failed`, 'AbortError');
        }
        return given;
      };
    };
    return {
      add: through('add', disk.add),
      read: through('read', disk.read),
      list: through('list', disk.list),
      update: through('update', disk.update),
      remove: through('remove', disk.remove),
      deliver: through('deliver', disk.deliver),
      takeDelivered: through('takeDelivered', disk.takeDelivered),
      readPhoto: through('readPhoto', disk.readPhoto),
      markPhotos: through('markPhotos', disk.markPhotos),
    };
  }

  /** What is under way arrives, or does not, whether or not whoever sent it is still there. */
  function exchange(ask: () => Told): Promise<Told> {
    return new Promise((resolve, reject) => {
      const fails = (ms: number) =>
        timeline.at(timeline.now() + ms, () => reject(new TypeError('Failed to fetch')));
      if (network === 'down') return fails(1);
      if (network === 'portal')
        return timeline.at(timeline.now() + 20, () =>
          resolve({ status: 200, body: draw.one(['<html>Welcome</html>', '{"ok":true}']) }),
        );
      if (draw.chance(weather.loseRequest)) return fails(draw.one([5, sendingMs]));
      if (draw.chance(weather.busy))
        return resolve({ status: 429, body: '{}', headers: { 'retry-after': String(draw.upTo(30)) } });
      if (draw.chance(weather.unwell)) return resolve({ status: 503, body: 'Bad gateway' });
      // What nobody waits for any more may still arrive.
      const arrives = network === 'silent' ? sendingMs + draw.upTo(60_000) : draw.upTo(300);
      timeline.at(timeline.now() + arrives, () => {
        const told = ask();
        if (arrives >= sendingMs) return;
        if (draw.chance(weather.loseAnswer)) return fails(draw.one([5, sendingMs]));
        if (draw.chance(weather.unwellAfter)) return resolve({ status: 502, body: 'Bad gateway' });
        timeline.at(timeline.now() + draw.upTo(300), () => resolve(told));
      });
      if (arrives >= sendingMs) fails(sendingMs);
    });
  }

  function fetchOf(process: Process): typeof fetch {
    return async (path, init) => {
      await step(process);
      const headers = init?.headers as Record<string, string>;
      const asked = {
        method: init?.method ?? 'GET',
        path: String(path),
        session,
        person: headers['hearthkeep-person'] ?? null,
        key: headers['idempotency-key'] ?? '',
        body: typeof init?.body === 'string' ? init.body : null,
      };
      const told = await exchange(() => server.answer(asked));
      await step(process);
      return new Response(told.body, { status: told.status, ...(told.headers && { headers: told.headers }) });
    };
  }

  const ownerOf = (answered: Answered) =>
    server.bookings.get(answered.kind === 'message' ? answered.message.bookingId : answered.detail.id)?.owner;

  /** To every other page; a worker's too. */
  function tell(from: Process, news: OutboxNews<Answered>): void {
    for (const tab of tabs)
      if (tab !== from)
        timeline.at(timeline.now() + draw.upTo(5), () => tab.alive && void tab.outbox.hear(news));
  }

  function openTab(): Tab {
    const process: Process = { alive: true, frozenUntil: 0 };
    const store = storageOf(process);
    const send = sender(store, fetchOf(process), timeline.now);
    const showAnswers = async (answers: Answered[]) => {
      const { userId } = outbox.state();
      if (answers.some((answered) => ownerOf(answered) !== userId))
        complaints.push(`${userId} was shown an answer of another's`);
      await step(process);
    };
    const outbox = createOutbox({
      store,
      send,
      isKnown,
      lock: (work) => locks.hold(process, work),
      tell: (news) => tell(process, news),
      now: timeline.now,
      random: draw.random,
      newId: () => {
        ids += 1;
        return `c${ids}`;
      },
      later: (ms, then) => {
        let wanted = true;
        void pause(process, ms).then(() => wanted && then());
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
      askForSync: () => timeline.at(timeline.now() + draw.upTo(5000), wakeWorker),
      reopen: () => {},
    });
    const tab: Tab = Object.assign(process, { outbox });
    tabs.add(tab);
    if (session) outbox.start(session);
    return tab;
  }

  /** Background Sync: asked again by the browser while it fails. */
  function wakeWorker(tries = 3): void {
    if (network !== 'up') return;
    const process: Process = { alive: true, frozenUntil: 0 };
    const store = storageOf(process);
    const who = async () => {
      await step(process);
      return session;
    };
    syncOutbox({
      whoIsIn: who,
      store,
      send: sender(store, fetchOf(process), timeline.now),
      lock: (work) => locks.hold(process, work),
      tell: (news) => tell(process, news),
      now: timeline.now,
      random: draw.random,
    }).catch(() => tries && timeline.at(timeline.now() + 30_000, () => wakeWorker(tries - 1)));
  }

  return {
    disk,
    tabs,
    /** Everything that storage ever took in. */
    kept,
    /** What its writer was told was not kept: it was sent at once, past the others, and may be kept all the same. */
    unsure,
    complaints,
    /** How many processes have been killed. */
    kills: () => kills,
    /** At how many places one could have been. */
    steps: () => steps,
    openTab,
    wakeWorker: () => wakeWorker(),
    kill,
    setWeather(next: Weather): void {
      weather = next;
    },
    setNetwork(next: typeof network): void {
      const back = network !== 'up' && next === 'up';
      network = next;
      if (back) for (const tab of tabs) void tab.outbox.drain(true);
    },
    session: () => session,
    /** The browser's cookie changes hands; a page learns of it when it is next looked at. */
    signIn(userId: string | null): void {
      session = userId;
    },
    freeze(tab: Tab, ms: number): void {
      tab.frozenUntil = timeline.now() + ms;
    },
    /** A page comes to the front: whose it is now is asked, and what waits is tried. */
    look(tab: Tab): void {
      if (tab.outbox.state().userId !== session) {
        tab.outbox.stop();
        if (session) tab.outbox.start(session);
      } else void tab.outbox.drain(true);
    },
    write(tab: Tab, bookingId: string, work: Work): Promise<void> {
      const photos =
        work.kind === 'message'
          ? work.photoIds.map((id) => aKeptPhoto(id, { userId: tab.outbox.state().userId ?? '' }))
          : [];
      return tab.outbox.queue(bookingId, work, photos);
    },
  };
}
export type Device = ReturnType<typeof aDevice>;
