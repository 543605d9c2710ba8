import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { photoLimits, photoTypes } from '../rules/photos.ts';
import { OfferPicture } from '../schemas/offer.ts';
import { Id } from '../schemas/primitives.ts';
import {
  AllServiceTimes,
  AssignmentForm,
  Candidates,
  Concerned,
  LeaveForm,
  LeaveRequest,
  OwnLeave,
  OwnWeek,
  ServiceTimesForm,
  Worker,
  WorkerForm,
  Workers,
} from '../schemas/settings/workers.ts';
import { call, one, withOneOf } from './call.ts';

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
  listCandidates: call({
    ...paths.listCandidates,
    cost: 'heavy',
    summary: 'The workers for a booking, the best first, each with the reason',
    params: one,
    answer: Candidates,
    errors: ['not_found'],
  }),
  assignWorker: call({
    ...paths.assignWorker,
    summary: 'Gives a booking’s visit to a worker, or takes it away; a repeat changes nothing',
    params: one,
    body: withOneOf(AssignmentForm, 'workerId', 'workerIds'),
    answer: Candidates,
    errors: ['not_found', 'conflict'],
  }),
  readOwnWeek: call({
    ...paths.readOwnWeek,
    summary: 'The worker’s own visits of a week, from Monday on: time, service and suburb',
    query: z.object({ from: z.optional(z.iso.date()) }),
    answer: OwnWeek,
  }),
  readOwnLeave: call({
    ...paths.readOwnLeave,
    summary: 'The worker’s own leave that has not ended, with the team’s answer',
    answer: OwnLeave,
  }),
  askForLeave: call({
    ...paths.askForLeave,
    summary: 'Asks for leave under this id, or changes what nobody has answered; a repeat changes nothing',
    params: one,
    body: LeaveRequest,
    answer: OwnLeave,
    errors: ['not_found', 'conflict'],
  }),
  takeBackLeave: call({
    ...paths.takeBackLeave,
    uncounted: 'ends',
    summary: 'Takes back leave that the worker asked for',
    params: one,
    answer: OwnLeave,
    errors: ['not_found', 'conflict'],
  }),
  listConcerned: call({
    ...paths.listConcerned,
    summary: 'The visits to come that a worker can no longer make, each with the reason and what to do',
    params: one,
    query: z.object({
      /** Leave that is not granted yet: the answer is the visits that begin or last in it. */
      leaveId: z.optional(Id),
    }),
    answer: Concerned,
    errors: ['not_found'],
  }),
  listServiceTimes: call({
    ...paths.listServiceTimes,
    cost: 'heavy',
    summary: 'What each service on offer needs of its times: windows, buffers, people at once',
    answer: AllServiceTimes,
  }),
  putServiceTimes: call({
    ...paths.putServiceTimes,
    summary: 'Sets what a service needs of its times; a repeat changes nothing',
    params: one,
    body: ServiceTimesForm,
    answer: AllServiceTimes,
    errors: ['not_found'],
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
