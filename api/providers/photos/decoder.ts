import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { BrandPicture, BrandRequest } from './brand-picture.ts';
import { PhotoRefused, PhotosUnavailable, type Picture } from './photos.ts';

/** The bytes of a photo. */
export type PhotoBytes = Uint8Array;
export type DecoderAnswer =
  | Picture
  | BrandPicture
  | { refused: PhotoRefused['why'] }
  | { unavailable: string };

export interface Decoder {
  /**
   * A photo for which there is no memory is tried once more in a new process, and then refused: it would be sent again
   * and again otherwise.
   * @throws PhotoRefused, also if it takes longer than `patienceMs`, or the process crashes on it; PhotosUnavailable if
   * the process cannot start or is ended by something else
   */
  prepare(sent: PhotoBytes): Promise<Picture>;
  /** Draws for a brand, in the same way. A drawn picture has its content alone. */
  draw(request: BrandRequest): Promise<BrandPicture>;
  end(): void;
}

/** The process had too little memory for a photo: maybe for this one, maybe for any at present. */
class LacksMemory extends PhotosUnavailable {}

/** The ends of a program that broke on what it read. One that the system has no memory for gets another signal. */
const crashes = new Set<unknown>(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE']);

const program = fileURLToPath(new URL('decoder.main.ts', import.meta.url));

export interface DecoderLimits {
  patienceMs: number;
  idleMs: number;
}

interface Options extends DecoderLimits {
  /** Called with each process that is started. */
  onStarted?: (process: ChildProcess) => void;
}

/**
 * A process of its own that decodes one photo at a time. It starts with the first photo, ends after `idleMs` without
 * one and with this process, and is killed when a photo takes too long.
 */
export function createDecoder({ patienceMs, idleMs, onStarted = () => {} }: Options): Decoder {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    // Its environment has none of the server's secrets. Code of an attacker there could still read what this user may:
    // Node's permissions do not bind native code, which decodes. In several arenas of glibc the memory of large photos
    // would not be used again: after eight of forty megapixels the process had 398 MB, and has 277.
    const env = { MALLOC_ARENA_MAX: '1' };
    const started = fork(program, [], { execArgv: [], env, serialization: 'advanced', stdio: 'ignore' });
    if (started.pid) setPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    onStarted(started);
    // Neither the process nor its channel keeps this one alive.
    started.unref();
    started.channel?.unref();
    const forget = () => {
      if (child === started) child = null;
    };
    // A process that could not be started has no exit.
    started.on('error', forget);
    started.once('exit', forget);
    return started;
  }

  const end = (): void => {
    // A process that could not be started has no id, and the signal would reach another process.
    if (child?.pid) child.kill('SIGKILL');
    child = null;
  };

  return {
    end,
    prepare: (sent) => answerTo(sent) as Promise<Picture>,
    draw: (request) => answerTo(request) as Promise<BrandPicture>,
  };

  async function answerTo(request: PhotoBytes | BrandRequest): Promise<Picture | BrandPicture> {
    try {
      return await answerOnce(request);
    } catch (error) {
      if (!(error instanceof LacksMemory)) throw error;
    }
    end();
    try {
      return await answerOnce(request);
    } catch (error) {
      throw error instanceof LacksMemory ? new PhotoRefused('memory', error) : error;
    }
  }

  async function answerOnce(request: PhotoBytes | BrandRequest): Promise<Picture | BrandPicture> {
    clearTimeout(idle);
    const over = new AbortController();
    const late = setTimeout(() => over.abort(), patienceMs);
    try {
      child ??= start();
      const working = child;
      if (working.pid === undefined) {
        child = null;
        throw new PhotosUnavailable('the process that decodes photos cannot start');
      }
      const heard = (event: 'message' | 'exit') => once(working, event, { signal: over.signal });
      const answer = Promise.race([heard('message'), heard('exit')]);
      working.send(request);
      const [outcome, signal] = (await answer) as [DecoderAnswer] | [number | null, NodeJS.Signals | null];
      if (crashes.has(signal)) throw new PhotoRefused('damaged');
      if (typeof outcome !== 'object' || outcome === null)
        throw new PhotosUnavailable(`the process that decodes photos has ended (${signal ?? outcome})`);
      if ('refused' in outcome) throw new PhotoRefused(outcome.refused);
      if ('unavailable' in outcome) throw new LacksMemory(outcome.unavailable);
      return outcome;
    } catch (cause) {
      if (cause instanceof PhotoRefused || cause instanceof PhotosUnavailable) throw cause;
      const isLate = over.signal.aborted;
      end();
      if (isLate) throw new PhotoRefused('damaged', cause);
      throw new PhotosUnavailable('photos cannot be decoded now', { cause });
    } finally {
      clearTimeout(late);
      over.abort();
      idle = setTimeout(end, idleMs).unref();
    }
  }
}
