import { randomUUID } from 'node:crypto';
import type { WorkerForm } from '../../contract/schemas/settings/workers.ts';
import { aBooking, anAdmin, aService } from '../builders/builders.ts';
import { aWorker } from '../builders/crew.ts';
import { admin, db, inDays, noAct, nobody, type Scenarios } from './scene.ts';

/** Adds a worker. @returns the id, and a way to change the worker */
async function aWorkerForm() {
  const id = randomUUID();
  const put = (body: WorkerForm) => () => admin.call('putWorker', { params: { id }, body });
  await put({ name: 'Ana Silva', version: null })();
  return Object.assign(put, { id });
}

export const workersActs: Scenarios = {
  // Nobody sees a photo before a worker has it.
  addWorkerPicture: noAct,
  putWorker: {
    act: 'worker_changed',
    async given() {
      const put = await aWorkerForm();
      return {
        effect: put({ pace: 120, version: 1 }),
        nothing: [
          put({ pace: 120, version: 2 }),
          put({ pace: 130, version: 1 }),
          put({ name: '', version: 2 }),
        ],
      };
    },
  },
  assignWorker: {
    act: 'visit_assigned',
    async given() {
      const { category_id, id: service_id } = await aService(db);
      const worker = await aWorker(db, { categoryIds: [category_id], hours: { from: 0, until: 1440 } });
      const params = await aBooking(db, {
        service_id,
        status: 'scheduled',
        scheduled_date: inDays(3).scheduledDate,
      });
      const assign = (of: { id: string }, workerId: string) => () =>
        admin.call('assignWorker', { params: { id: of.id }, body: { workerId } });
      return {
        effect: assign(params, worker.id),
        nothing: [assign(params, worker.id), assign(nobody, worker.id), assign(params, nobody.id)],
      };
    },
  },
  inviteWorker: {
    act: 'worker_invited',
    async given() {
      const put = await aWorkerForm();
      const { email } = await anAdmin(db);
      await put({ email, version: 1 })();
      const invite = (params: { id: string }) => () => admin.call('inviteWorker', { params });
      return { effect: invite(put), nothing: [invite(put), invite(nobody)] };
    },
  },
  putLeave: {
    act: 'worker_leave_set',
    async given() {
      const { id } = await aWorkerForm();
      const params = { id, leaveId: randomUUID() };
      const put = (of: { id: string; leaveId: string }, ends: string) => () =>
        admin.call('putLeave', {
          params: of,
          body: { starts: '2099-01-04', ends, reason: '', state: 'granted' },
        });
      return {
        effect: put(params, '2099-01-05'),
        nothing: [
          put(params, '2099-01-05'),
          put(params, '2099-01-03'),
          put({ ...params, id: nobody.id }, '2099-01-05'),
        ],
      };
    },
  },
  putServiceTimes: {
    act: 'times_changed',
    async given() {
      const { id } = await aService(db);
      const form = { isOffered: true, windowMinutes: 120, bufferMinutes: 15, workers: 2 };
      const put =
        (of: { id: string }, more: object = {}) =>
        () =>
          admin.call('putServiceTimes', { params: { id: of.id }, body: { ...form, ...more } });
      return { effect: put({ id }), nothing: [put({ id }), put(nobody), put({ id }, { windowMinutes: 7 })] };
    },
  },
  // A worker asks, and is none of those whose acts the log keeps; the team's answer stands there.
  askForLeave: noAct,
  takeBackLeave: noAct,
  dropLeave: {
    act: 'worker_leave_removed',
    async given() {
      const { id } = await aWorkerForm();
      const params = { id, leaveId: randomUUID() };
      const body = { starts: '2099-01-04', ends: '2099-01-04', reason: '', state: 'granted' } as const;
      await admin.call('putLeave', { params, body });
      const drop = () => admin.call('dropLeave', { params });
      return { effect: drop, nothing: [drop] };
    },
  },
};
