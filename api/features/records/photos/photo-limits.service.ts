import { Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { weighAnswerPhotos } from '../bookings/answers/answer-photos/answer-photos.service.ts';
import { dayMs, dayPart, mostUnbooked } from './photos.policy.ts';
import { selectWeight } from './photos.repository.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'env'>;

/**
 * Prevents one account from filling the disk, by the photos of its messages and its answers together. The device keeps
 * the message, shows the reason, and sends others.
 * @throws Refusal `too_large`
 */
export async function requireShare(deps: Parts, ownerId: string): Promise<void> {
  const { db, clock, env } = deps;
  const most = env.PHOTO_MB_PER_PERSON * 1_000_000;
  const since = new Date(clock.now().getTime() - dayMs).toISOString();
  const [[sent], answered] = await Promise.all([
    selectWeight(db, { ownerId, since }),
    weighAnswerPhotos(db, { ownerId, since }),
  ]);
  if (Number(sent?.all) + answered.all >= most)
    throw new Refusal(
      'too_large',
      'There is no more room for your photos. Please write without them, or call us.',
    );
  if (Number(sent?.lately) + answered.lately >= most * dayPart)
    throw new Refusal(
      'too_large',
      'You have sent as many photos as fit in one day. Please send these tomorrow, or write without them.',
    );
}

/** The same for a photo that answers a question. @throws Refusal `too_many_requests`, `too_large` */
export async function requireAnswerPlace(deps: Parts, ownerId: string): Promise<void> {
  const since = deps.clock.now().toISOString();
  const { waiting } = await weighAnswerPhotos(deps.db, { ownerId, since });
  if (waiting >= mostUnbooked)
    throw new Refusal(
      'too_many_requests',
      'Too many of your photos were uploaded without a booking. Please book with them first.',
      { retryAfterSeconds: 600 },
    );
  await requireShare(deps, ownerId);
}
