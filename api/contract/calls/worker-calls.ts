import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { photoLimits, photoTypes } from '../rules/photos.ts';
import { OfferPicture } from '../schemas/offer.ts';
import { Id } from '../schemas/primitives.ts';
import { LeaveForm, Worker, WorkerForm, Workers } from '../schemas/workers.ts';
import { call, one } from './call.ts';

const leaf = z.object({ id: Id, leaveId: Id });

/** Calls about the people who do the work. */
export const workerCalls = {
  listWorkers: call({
    ...paths.listWorkers,
    cost: 'heavy',
    summary: 'All workers, those switched on first, with what is to be decided about them',
    answer: Workers,
  }),
  readWorker: call({
    ...paths.readWorker,
    summary: 'A worker: skills, areas, hours, leave and licences',
    params: one,
    answer: Worker,
    errors: ['not_found'],
  }),
  putWorker: call({
    ...paths.putWorker,
    summary: 'Adds a worker under this id, or changes the named parts; a repeat changes nothing',
    params: one,
    body: WorkerForm,
    answer: Worker,
    errors: ['conflict'],
  }),
  addWorkerPicture: call({
    ...paths.addWorkerPicture,
    summary: 'Keeps a photo for a worker; the same picture again is the same one',
    uncounted: 'weighed',
    upload: { types: photoTypes, maxBytes: photoLimits.bytes },
    answer: OfferPicture,
  }),
  inviteWorker: call({
    ...paths.inviteWorker,
    summary: 'Invites a worker to sign in; a member of the team is linked at once',
    params: one,
    answer: Worker,
    errors: ['not_found', 'conflict'],
  }),
  putLeave: call({
    ...paths.putLeave,
    summary: 'Enters leave under this id, changes it, grants or refuses it; a repeat changes nothing',
    params: leaf,
    body: LeaveForm,
    answer: Worker,
    errors: ['not_found', 'conflict'],
  }),
  dropLeave: call({
    ...paths.dropLeave,
    uncounted: 'ends',
    summary: 'Takes leave away',
    params: leaf,
    answer: Worker,
    errors: ['not_found'],
  }),
} as const;
