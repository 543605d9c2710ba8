import { Refusal } from '../../../../core/refusal.ts';
import type { Db, Tx } from '../../../../db/database.ts';
import { recordAct } from '../../audit/audit.service.ts';
import { saveQuestions } from '../questions/questions.service.ts';
import type { OfferWrite } from './offer.decide.ts';
import {
  insertCategory,
  insertService,
  selectPictures,
  updateCategory,
  updateService,
} from './offer.repository.ts';

/** @throws Refusal `conflict` on `picture` if the form names one that is not there */
export async function requirePicture(
  db: Db,
  { picture }: { picture?: string | null | undefined },
): Promise<void> {
  if (picture && !(await selectPictures(db, [picture])).has(picture)) throw pictureMissing();
}

export function pictureMissing(): Refusal {
  const message = 'This picture is not there any more. Please choose it again.';
  return new Refusal('conflict', message, { fields: { picture: message } });
}

/** Writes a decided change of a service or a category, and its entry in the log. @param of.publishOn its planned day */
export async function writeOffer(
  db: Tx,
  write: OfferWrite,
  of: { actorId: string; publishOn?: string | null; now: string },
): Promise<void> {
  const { actorId, publishOn, now } = of;
  const { kind, before, row, details } = write;
  const { id, name } = row;
  if (write.kind === 'service') {
    const { id: _, ...values } = write.row;
    if (before) await updateService(db, id, values);
    else await insertService(db, write.row);
    if (write.questions) await saveQuestions(db, id, { ...write.questions, now });
  } else {
    for (const { id: moved, position } of write.moved) await updateCategory(db, moved, { position });
    const { id: _, ...values } = write.row;
    if (before) await updateCategory(db, id, values);
    else await insertCategory(db, write.row);
  }
  await recordAct(db, {
    actorId,
    act: `${kind}_${before ? 'edited' : 'added'}`,
    subject: { kind, id },
    userId: null,
    details: { name, ...(publishOn && { publishOn }), ...details },
    now,
  });
}
