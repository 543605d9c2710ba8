import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBooking, aService, aUser } from '../../../testing/builders/builders.ts';
import { aWorker } from '../../../testing/builders/crew.ts';
import { type Office, startOffice } from '../../../testing/builders/office.ts';

let office: Office;
beforeAll(async () => {
  // A Friday, noon in Sydney.
  office = await startOffice('2026-11-27T01:00:00.000Z');
});
afterAll(() => office.server.close());

test('visits of a worker who is off or on leave, and those with too little time for the way, need somebody else', async () => {
  const { db, admin, server } = office;
  const service = await aService(db);
  const worker = (name: string) => aWorker(db, { name, serviceIds: [service.id] });
  const book = async (workerId: string, scheduled_date: string) => {
    const { id } = await aBooking(db, {
      ...{ service_id: service.id, status: 'scheduled', payment_type: 'one_time', scheduled_date },
    });
    const body = { workerId, anyway: 'For a test' };
    expect((await admin.call('assignWorker', { params: { id }, body })).status).toBe(200);
    return id;
  };
  const [off, away, tight] = [await worker('Off'), await worker('Away'), await worker('Tight')];
  const ofOff = await book(off.id, '2026-11-29T23:00:00.000Z');
  const ofAway = await book(away.id, '2026-12-01T23:00:00.000Z');
  await book(away.id, '2026-12-09T23:00:00.000Z');
  await book(tight.id, '2026-11-28T23:00:00.000Z');
  // The first one ends at this moment, and the way takes ten minutes.
  const ofTight = await book(tight.id, '2026-11-29T02:00:00.000Z');
  await admin.call('putWorker', { params: { id: off.id }, body: { isActive: false, version: 1 } });
  await admin.call('putLeave', {
    params: { id: away.id, leaveId: crypto.randomUUID() },
    body: { starts: '2026-12-01', ends: '2026-12-03', reason: '', state: 'granted' },
  });
  const { body } = await admin.call('readToday');
  expect(body.troubled?.map(({ id, worker: name, why }) => [id, name, why])).toEqual([
    [ofTight, 'Tight', 'tight'],
    [ofOff, 'Off', 'off'],
    [ofAway, 'Away', 'leave'],
  ]);
  const { assigned } = (await admin.call('listCandidates', { params: { id: ofTight } })).body;
  expect(assigned).toMatchObject([
    { name: 'Tight', problem: 'too little time to travel between two visits' },
  ]);
  const dispatcher = await server.as(await aUser(db, { role_id: 'dispatcher' }));
  const theirs = (await dispatcher.call('readToday')).body;
  expect(theirs.troubled).toHaveLength(3);
  expect(theirs.leave, 'leave is for those who decide it').toEqual([]);
});
