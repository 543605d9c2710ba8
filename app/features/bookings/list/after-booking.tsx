import './after-booking.css';
import { useEffect } from 'react';
import { isInvitationDue } from '../../../pwa/install/install.ts';
import { lookAtPush, usePush } from '../../../pwa/push/push.ts';
import { isOfferDue } from '../../../pwa/push/push-offer.ts';
import { InstallInvitation } from './install-invitation.tsx';
import { PushOffer } from './push-offer.tsx';

/**
 * What somebody is asked who has booked, one thing at a time: first whether to be notified, since they wait for an
 * answer, and on another day whether to install the app. On an iPhone notifications need the installed app.
 */
export function AfterBooking({ onOver }: { onOver: () => void }) {
  const { state } = usePush();
  useEffect(() => void lookAtPush().catch(() => {}), []);
  if (state === null) return null;
  if ((state === 'off' || state === 'unasked') && isOfferDue()) return <PushOffer onOver={onOver} />;
  return isInvitationDue() ? <InstallInvitation onOver={onOver} /> : null;
}
