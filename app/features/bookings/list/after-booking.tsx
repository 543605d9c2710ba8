import './after-booking.css';
import { useEffect } from 'react';
import { isInvitationDue } from '../../../pwa/install/install.ts';
import { lookAtPush, usePush } from '../../../pwa/push/push.ts';
import { isOfferDue } from '../../../pwa/push/push-offer.ts';
import { InstallInvitation } from './install-invitation.tsx';
import { PushOffer } from './push-offer.tsx';

/**
 * The questions after a booking, one at a time: first notifications, since the person waits for an answer, and on
 * another day the installation of the app. On an iPhone notifications need the installed app.
 */
export function AfterBooking({ onOver }: { onOver: () => void }) {
  const { state } = usePush();
  useEffect(() => void lookAtPush().catch(() => {}), []);
  if (state === null) return null;
  if ((state === 'off' || state === 'unasked') && isOfferDue()) return <PushOffer onOver={onOver} />;
  return isInvitationDue() ? <InstallInvitation onOver={onOver} /> : null;
}
