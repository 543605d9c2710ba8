import type { AuditEntry } from '../../../api/contract/schemas/customers.ts';
import { oneText } from '../../lib/one-text.ts';
import { formatDayMonth } from '../../lib/time/dates.ts';
import type { Part } from './part.ts';

type Details = AuditEntry['details'];

export type WorkerAct = Extract<AuditEntry['act'], `worker_${string}`>;
export const isWorkerAct = (act: AuditEntry['act']): act is WorkerAct => act.startsWith('worker_');

const fieldWords: Record<string, string | undefined> = {
  name: 'name',
  phone: 'phone',
  email: 'e-mail',
  colour: 'colour',
  postcode: 'home base',
  picture: 'photo',
  pace: 'pace',
  skills: 'skills',
  postcodes: 'areas',
  hours: 'weekly hours',
  days: 'hours of single days',
  licences: 'licences',
};

/** A change of a worker's record in words, after the name of who made it. */
export function workerWords(act: WorkerAct, details: Details, zone: string, now: Date = new Date()): string {
  const name = typeof details.worker === 'string' ? details.worker : 'a worker';
  switch (act) {
    case 'worker_added':
      return oneText`added the worker ${name}`;
    case 'worker_invited':
      return oneText`invited the worker ${name} to sign in`;
    case 'worker_changed': {
      const fields = String(details.fields ?? '')
        .split(', ')
        .flatMap((field) => fieldWords[field] ?? []);
      const changed = fields.length > 0 ? `changed ${fields.join(', ')} of` : '';
      const switched =
        details.active === undefined ? '' : details.active === true ? 'switched on' : 'switched off';
      return oneText`${[changed, switched].filter(Boolean).join(', and ')} the worker ${name}`;
    }
    case 'worker_leave_set': {
      const day = (value: Details[string] | undefined) =>
        typeof value === 'string'
          ? formatDayMonth(value.length > 10 ? value : `${value}T12:00:00.000Z`, zone, now)
          : '';
      const [starts, ends] = [day(details.starts), day(details.ends)];
      const span = starts === ends ? `on ${starts}` : `from ${starts} to ${ends}`;
      return oneText`${details.state === 'refused' ? 'refused' : 'granted'} leave of ${name} ${span}`;
    }
    case 'worker_leave_removed':
      return oneText`took away leave of ${name}`;
    default:
      // The server is of a newer release than this page.
      return `did: ${String(act satisfies never).replaceAll('_', ' ')}`;
  }
}

/** A visit that was given to a worker, or taken away; over an obstacle with the reason for it. */
export function assignedWords(details: Details, booking: Part): Part[] {
  if (details.to === null) return ['took the worker away from ', booking];
  const although = oneText`, although: ${details.anyway}. The reason: “${details.reason}”`;
  return ['assigned a worker to ', booking, details.anyway ? although : ''];
}

/** The times of a service: whether they are offered, and what each takes. */
export function timesWords(details: Details): string {
  const { name, offered, workers, window, buffer } = details;
  if (typeof name !== 'string') return 'set the times of a service';
  const needs = workers === 1 ? '1 person' : `${workers} people`;
  const now = offered === true ? `offered in windows of ${window} min` : 'only wished for';
  return oneText`set the times of ${name}: ${now}, ${needs}, ${buffer} min kept free after it`;
}
