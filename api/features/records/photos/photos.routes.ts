import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { putAnswerPhoto, readAnswerPhoto } from './answer-photos.service.ts';
import { putPhoto, readPhoto } from './photos.service.ts';

export function photoRoutes(
  deps: Deps,
): Pick<Handlers, 'putPhoto' | 'readPhoto' | 'putAnswerPhoto' | 'readAnswerPhoto'> {
  return {
    putPhoto: ({ person, params, upload }) => putPhoto(deps, person, params, upload),
    readPhoto: ({ person, params, query, log }) =>
      readPhoto(deps, person, params, query.size ?? 'large', log),
    putAnswerPhoto: ({ person, params, upload }) => putAnswerPhoto(deps, person, params, upload),
    readAnswerPhoto: ({ person, params, query, log }) =>
      readAnswerPhoto(deps, person, params, query.size ?? 'large', log),
  };
}
