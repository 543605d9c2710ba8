import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BrandPicture, BrandRequest } from './brand-picture.ts';
import type { Decoder, DecoderAnswer, DecoderLimits, PhotoBytes } from './decoder.ts';
import { PhotoRefused, PhotosUnavailable, type Picture } from './photos.ts';

/** A request to one of the decoders, which has the limits of its first one. */
export interface Order {
  decoderId: number;
  limits: DecoderLimits;
  request: PhotoBytes | BrandRequest;
}

/** Each order has one. */
export interface Reply {
  decoderId: number;
  answer: DecoderAnswer;
}

const program = fileURLToPath(new URL('launcher.main.ts', import.meta.url));
const waiting = new Map<number, (answer: DecoderAnswer) => void>();
let lastId = 0;
let launcher: ChildProcess | null = null;

/**
 * Starts the small process that starts the decoders, if it does not run. A process stands still while a copy of its
 * memory's tables is made for one that it starts: the server, at 430 MB and beside a busy core, for 110 ms. So it does
 * this once, while it is small.
 */
export function startLauncher(): ChildProcess {
  if (launcher) return launcher;
  const started = fork(program, [], { execArgv: [], env: {}, serialization: 'advanced', stdio: 'ignore' });
  launcher = started;
  // Neither the process nor its channel keeps this one alive.
  started.unref();
  started.channel?.unref();
  started.on('message', ({ decoderId, answer }: Reply) => waiting.get(decoderId)?.(answer));
  const forget = () => {
    if (launcher !== started) return;
    launcher = null;
    for (const resolve of waiting.values())
      resolve({ unavailable: 'the process that starts decoders has ended' });
  };
  // A process that could not be started has no exit.
  started.on('error', forget);
  started.once('exit', forget);
  return started;
}

/** A decoder, as `createDecoder` makes it, that the launcher starts. It takes one request at a time. */
export function launchedDecoder(limits: DecoderLimits): Omit<Decoder, 'end'> {
  lastId += 1;
  const decoderId = lastId;
  const answerTo = async (request: PhotoBytes | BrandRequest): Promise<Picture | BrandPicture> => {
    const answered = new Promise<DecoderAnswer>((resolve) => waiting.set(decoderId, resolve));
    startLauncher().send({ decoderId, limits, request } satisfies Order);
    const answer = await answered.finally(() => waiting.delete(decoderId));
    if ('refused' in answer) throw new PhotoRefused(answer.refused);
    if ('unavailable' in answer) throw new PhotosUnavailable(answer.unavailable);
    return answer;
  };
  return {
    prepare: (sent) => answerTo(sent) as Promise<Picture>,
    draw: (request) => answerTo(request) as Promise<BrandPicture>,
  };
}
