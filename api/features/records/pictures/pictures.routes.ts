import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { addPicture, readPicture } from './pictures.service.ts';

export function pictureRoutes(
  deps: Deps,
): Pick<Handlers, 'addOfferPicture' | 'addWorkerPicture' | 'readPicture'> {
  return {
    addOfferPicture: ({ person, upload }) => addPicture(deps, person, upload),
    addWorkerPicture: ({ person, upload }) => addPicture(deps, person, upload),
    readPicture: ({ params, query, log }) => readPicture(deps, params.id, query.size ?? 'large', log),
  };
}
