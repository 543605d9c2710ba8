import { randomUUID } from 'node:crypto';
import { acts } from '../../../../bus/changed.ts';
import type { Body } from '../../../../contract/calls/calls.ts';
import type { CannedReply } from '../../../../contract/schemas/chat.ts';
import { instant } from '../../../../core/clock.ts';
import type { Person } from '../../../../core/person.ts';
import { notFound } from '../../../../core/refusal.ts';
import type { Db, Tx } from '../../../../db/database.ts';
import type { Deps } from '../../../../deps.ts';
import { recordAct } from '../../audit/audit.service.ts';
import type { AuditAct } from '../../audit/audit.table.ts';
import { presentCannedReply } from '../chat.presenter.ts';
import {
  deleteCannedReply,
  insertCannedReply,
  selectCannedReplies,
  updateCannedReply,
} from './canned.repository.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'changes'>;

/** The team's frequent answers, by title. */
export async function listCannedReplies(db: Db): Promise<CannedReply[]> {
  return (await selectCannedReplies(db)).map(presentCannedReply);
}

export async function addCannedReply(
  deps: Parts,
  person: Person,
  reply: Body<'addCannedReply'>,
): Promise<CannedReply> {
  const id = randomUUID();
  await act(deps, person, 'canned_reply_added', id, async (tx, now) => {
    await insertCannedReply(tx, { id, ...reply, created_at: now, updated_at: now });
    return true;
  });
  return { id, ...reply };
}

/** @throws Refusal `not_found` */
export async function changeCannedReply(
  deps: Parts,
  person: Person,
  id: string,
  reply: Body<'changeCannedReply'>,
): Promise<CannedReply> {
  await act(deps, person, 'canned_reply_changed', id, (tx, now) =>
    updateCannedReply(tx, id, { ...reply, updated_at: now }),
  );
  return { id, ...reply };
}

/** @throws Refusal `not_found` */
export async function removeCannedReply(deps: Parts, person: Person, id: string): Promise<void> {
  await act(deps, person, 'canned_reply_removed', id, (tx) => deleteCannedReply(tx, id));
}

/** Makes a change, logs it, and tells the team. `how` says whether the reply existed. */
async function act(
  deps: Parts,
  person: Person,
  what: AuditAct,
  id: string,
  how: (tx: Tx, now: string) => Promise<boolean>,
): Promise<void> {
  const { db, clock, changes } = deps;
  const now = instant(clock);
  await db.transaction().execute(async (tx) => {
    if (!(await how(tx, now))) throw notFound('Reply');
    await recordAct(tx, {
      actorId: person.id,
      act: what,
      subject: { kind: 'canned_reply', id },
      userId: null,
      now,
    });
  });
  changes.tell({ admins: true, keys: ['/api/admin/canned-replies', acts] });
}
