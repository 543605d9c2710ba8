import type { Tx } from '../../../db/database.ts';
import { tellTeam } from './team-notices.service.ts';

/** Tells the team that a refund needs a person; in the transaction that notes it. */
export const noteStuckRefund = (db: Tx, { id, tries, now }: { id: string; tries: number; now: string }) =>
  tellTeam(db, {
    news: { what: 'failed_job', job: 'refund', permission: 'money.read' },
    key: `refund:${id}:${tries}`,
    now,
  });

/** Tells the team that the card provider keeps something of a deleted account. */
export const noteLeft = (db: Tx, { id, now }: { id: string; now: string }) =>
  tellTeam(db, {
    news: { what: 'failed_job', job: 'left_at_provider', permission: 'money.read' },
    key: `left:${id}`,
    now,
  });

/** Tells the team, once an hour at most, that the work in the background keeps failing. */
export const noteFailingRounds = (db: Tx, { name, now }: { name: string; now: string }) =>
  tellTeam(db, {
    news: { what: 'failed_job', job: 'background', permission: 'business.change' },
    key: `${name}:${now.slice(0, 13)}`,
    now,
  });
