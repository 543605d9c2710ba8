import type { Entry, Store } from '../../unsent/work.ts';
import type { Conditions } from './conditions.ts';
import { memoryStore } from './memory-store.ts';
import type { Process, ProcessLife } from './processes.ts';
import type { Draw } from './random.ts';

/** A device's storage, with the faults of the present conditions. */
export function unsteadyStorage({
  draw,
  conditions,
  life,
}: {
  draw: Draw;
  conditions: Conditions;
  life: ProcessLife;
}) {
  const disk = memoryStore();
  const kept: Entry[] = [];
  const unsure = new Set<string>();

  /** The storage of one process, which may be killed before or after each step, never during one. */
  function of(process: Process): Store {
    const through = <A extends unknown[], T>(name: keyof Store, run: (...args: A) => Promise<T>) => {
      return async (...args: A): Promise<T> => {
        await life.step(process);
        if (draw.chance(conditions.weather.storage)) {
          if (name === 'add') unsure.add((args[0] as Entry).clientId);
          throw new DOMException(`${name} failed`, 'AbortError');
        }
        const given = await run(...args);
        if (name === 'add') kept.push(given as Entry);
        await life.step(process);
        if (draw.chance(conditions.weather.storage)) {
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

  return {
    disk,
    of,
    /** All entries that were ever stored. */
    kept,
    /**
     * Ids of the entries whose storing reported a failure. They were sent at once, ahead of others, and may be stored
     * all the same.
     */
    unsure,
  };
}
export type UnsteadyStorage = ReturnType<typeof unsteadyStorage>;
