import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { PhotoRefused, type Picture } from './photos.ts';

/** The bytes of a photo. */
export type Asked = Uint8Array;
export type Told = Picture | { refused: PhotoRefused['why'] };

export interface Decoder {
  /** @throws PhotoRefused, also if it takes longer than `patienceMs`, or the process dies of it */
  prepare(sent: Asked): Promise<Picture>;
  end(): void;
}

const program = fileURLToPath(new URL('decoder.main.ts', import.meta.url));

/**
 * A process of its own that decodes one photo at a time. It starts with the first photo, ends after `idleMs` without
 * one and with this process, and is killed when a photo takes too long.
 */
export function createDecoder({ patienceMs, idleMs }: { patienceMs: number; idleMs: number }): Decoder {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    // It gets none of the server's secrets. In several arenas of glibc the memory of large photos would not be used
    // again: after eight of forty megapixels the process had 398 MB, and has 277.
    const env = { MALLOC_ARENA_MAX: '1' };
    const started = fork(program, [], { execArgv: [], env, serialization: 'advanced', stdio: 'ignore' });
    // Neither the process nor its channel keeps this one alive.
    started.unref();
    started.channel?.unref();
    started.on('error', () => {});
    started.once('exit', () => {
      if (child === started) child = null;
    });
    return started;
  }

  const end = (): void => {
    child?.kill('SIGKILL');
    child = null;
  };

  return {
    end,
    async prepare(sent) {
      clearTimeout(idle);
      child ??= start();
      const working = child;
      const over = new AbortController();
      const heard = (event: 'message' | 'exit') => once(working, event, { signal: over.signal });
      const late = setTimeout(() => over.abort(), patienceMs);
      try {
        const answer = Promise.race([heard('message'), heard('exit')]);
        working.send(sent);
        const [told] = (await answer) as [Told | number | null];
        if (typeof told !== 'object' || told === null) throw new PhotoRefused('damaged');
        if ('refused' in told) throw new PhotoRefused(told.refused);
        return told;
      } catch (cause) {
        if (over.signal.aborted && child === working) end();
        throw cause instanceof PhotoRefused ? cause : new PhotoRefused('damaged', cause);
      } finally {
        clearTimeout(late);
        over.abort();
        idle = setTimeout(end, idleMs).unref();
      }
    },
  };
}
