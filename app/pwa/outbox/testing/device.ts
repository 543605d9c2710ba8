import type { Work } from '../../unsent/work.ts';
import { type Conditions, calm, type Weather } from './conditions.ts';
import { aKeptPhoto } from './entry.ts';
import { processLife } from './processes.ts';
import { openTab, type Platform, type Tab, wakeWorker } from './programs.ts';
import type { Draw } from './random.ts';
import type { Server } from './server.ts';
import type { Timeline } from './timeline.ts';
import { unsteadyNetwork } from './unsteady-network.ts';
import { unsteadyStorage } from './unsteady-storage.ts';
import { webLocks } from './web-locks.ts';

interface Given {
  timeline: Timeline;
  draw: Draw;
  server: Server;
  hasLocks: boolean;
  /** The number of the `await` (from 1) at which a process is certainly killed. */
  killAt?: number | undefined;
}

/** A browser on one device. Its tabs and its worker share one storage, one session, one lock and one network. */
export function aDevice(given: Given) {
  const platform = aPlatform(given);
  const { timeline, conditions, life, storage, tabs, complaints } = platform;
  return {
    disk: storage.disk,
    tabs,
    kept: storage.kept,
    unsure: storage.unsure,
    complaints,
    kills: life.kills,
    steps: life.steps,
    openTab: () => openTab(platform),
    wakeWorker: () => wakeWorker(platform),
    kill: life.kill,
    setWeather(next: Weather): void {
      conditions.weather = next;
    },
    setNetwork(next: Conditions['network']): void {
      const back = conditions.network !== 'up' && next === 'up';
      conditions.network = next;
      if (back) for (const tab of tabs) void tab.outbox.drain(true);
    },
    session: () => conditions.session,
    /** Changes whose cookie the browser has. A page notices only when it comes to the front (`look`). */
    signIn(userId: string | null): void {
      conditions.session = userId;
    },
    freeze(tab: Tab, ms: number): void {
      tab.frozenUntil = timeline.now() + ms;
    },
    /** Brings a page to the front. It starts anew if the person has changed; otherwise it sends waiting entries. */
    look(tab: Tab): void {
      if (tab.outbox.state().userId !== conditions.session) {
        tab.outbox.stop();
        if (conditions.session) tab.outbox.start(conditions.session);
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

/** The shared parts of a device, at first without faults and with nobody signed in. */
function aPlatform({ timeline, draw, server, hasLocks, killAt }: Given): Platform {
  const conditions: Conditions = { weather: calm, network: 'up', session: null };
  const tabs = new Set<Tab>();
  const life = processLife({
    timeline,
    draw,
    conditions,
    killAt,
    onKill: (process) => {
      tabs.delete(process as Tab);
      locks.release(process);
    },
  });
  const locks = webLocks(hasLocks, timeline, life.step);
  const storage = unsteadyStorage({ draw, conditions, life });
  const network = unsteadyNetwork({ timeline, draw, conditions, life, server });
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `c${ids}`;
  };
  return { timeline, draw, server, conditions, life, locks, storage, network, tabs, complaints: [], newId };
}
