import type { Log } from '../core/log.ts';
import type { Published } from '../core/published.ts';
import type { Bus, Note } from './bus.ts';

/** A read that failed is tried again after this time. */
const againMs = 2_000;

/**
 * Holds a published value for this process: reads it at the start, and again when another process publishes.
 * @param parts.read the value in the database
 * @param parts.versionOf the version that a note announces; `null` if the note is about something else
 * @param parts.name the value's name for the log
 */
export async function holdPublished<T extends { version: number }>(parts: {
  read: () => Promise<T>;
  versionOf: (note: Note) => number | null;
  name: string;
  bus: Bus;
  log: Pick<Log, 'warn'>;
  stopping: AbortSignal;
}): Promise<Published<T>> {
  const { read, versionOf, name, bus, log, stopping } = parts;
  let held = frozen(await read());

  const hold = (next: T): void => {
    // Two reads may end in the other order.
    if (next.version > held.version) held = frozen(next);
  };
  const readAgain = async (): Promise<void> => hold(await read());

  async function keepTrying(): Promise<void> {
    if (stopping.aborted) return;
    try {
      await readAgain();
    } catch (err) {
      log.warn({ err }, `${name} could not be read again; the earlier values hold meanwhile`);
      setTimeout(() => void keepTrying(), againMs).unref();
    }
  }

  const end = bus.hear((note) => {
    if (note.kind === 'gap' || (versionOf(note) ?? 0) > held.version) void keepTrying();
  });
  stopping.addEventListener('abort', end);
  // Another process may have published after the first read, before this one heard the bus.
  await readAgain();
  return { current: () => held, readAgain, hold };
}

/** Everybody in the process reads the same object. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}
