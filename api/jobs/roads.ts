import type { Deps } from '../deps.ts';
import { readRoads } from '../features/records/visits/roads.service.ts';

/** Reads times by road from the operator's routing server, if there is one. */
export const roads = (deps: Deps): Promise<void> => readRoads(deps);
