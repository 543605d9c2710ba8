import { useIonRouter } from '@ionic/react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { PickBooking } from '../features/bookings/list/pick-booking.tsx';
import { addDraftPhotos } from '../features/messages/draft-photos.ts';
import { leftOutToast } from '../features/messages/left-out.ts';
import { SharedPhotos, useSharedPhotos } from '../features/messages/shared-photos.tsx';
import { hrefs } from '../lib/hrefs.ts';
import { oneText } from '../lib/one-text.ts';
import { useBusinessName, useUser } from '../lib/session.ts';
import { dropShared } from '../pwa/photos/shared.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { useShown } from '../ui/ionic/use-shown.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { toast } from '../ui/toasts/toast.tsx';
import { Page } from './page/page.tsx';

/**
 * The page that receives photos from the phone's own gallery: the person chooses the booking for whose message they
 * are.
 */
export default function SharePage() {
  const shown = useShown();
  const router = useIonRouter();
  const { user } = useUser();
  const { search } = useLocation();
  const photos = useSharedPhotos(user?.id);
  // Photos present after a loss came with an earlier share.
  const lost = search === '?lost';
  const [busy, setBusy] = useState<string | null>(null);
  if (!user) return null;

  const pick = async (bookingId: string) => {
    setBusy(bookingId);
    try {
      const { tooMany, unreadable } = await addDraftPhotos(user.id, bookingId, photos ?? []);
      // The photos are with the booking; copies left here are removed within a day.
      await dropShared(photos ?? []).catch(() => {});
      const notice = leftOutToast({ of: photos?.length ?? 0, tooMany, unreadable, shared: true });
      if (notice) toast(notice);
      router.push(`${hrefs.booking(bookingId)}#messages`, 'forward', 'replace');
    } catch {
      setBusy(null);
      toast({
        title: 'Not kept',
        description: 'This device has no room for them. Please choose them in the booking itself.',
        style: 'destructive',
      });
    }
  };
  const leave = () => {
    void dropShared(photos ?? []).catch(() => {});
    router.push(hrefs.home, 'root', 'replace');
  };

  return (
    <Page title="Share with a booking" back={hrefs.home}>
      {!lost && photos === undefined && <Skeleton cards={2} label="Reading what you shared" />}
      {(lost || photos?.length === 0) && <NothingShared lost={lost} />}
      {!lost && photos && photos.length > 0 && (
        <div className="share-page">
          <SharedPhotos photos={photos} />
          {search === '?part' && (
            <p role="status">Not all of it could be taken: up to 10 photos, of 30 MB each.</p>
          )}
          <p className="muted">Choose a booking. You can add words before they are sent.</p>
          <PickBooking shown={shown} busy={busy} onPick={(id) => void pick(id)} />
          <Button kind="quiet" wide onClick={leave}>
            Don't Share
          </Button>
        </div>
      )}
    </Page>
  );
}

function NothingShared({ lost }: { lost: boolean }) {
  const name = useBusinessName();
  return (
    <EmptyState
      drawing={lost ? 'broken' : 'letter'}
      title={lost ? 'The photos did not arrive' : 'Nothing to share'}
      text={
        lost
          ? 'The app was being made ready, or none of them was a photo of up to 30 MB. Please share them once more, or choose them in the booking itself.'
          : oneText`Share photos from your phone's gallery with ${name}, and they come here.`
      }
      action={
        <ButtonLink href={hrefs.bookings} size="small">
          All bookings
        </ButtonLink>
      }
    />
  );
}
