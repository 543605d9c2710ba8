import { checkmarkCircleOutline } from 'ionicons/icons';
import { hrefs } from '../../lib/hrefs.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';

export function ServiceNotFound() {
  return (
    <EmptyState
      drawing="search"
      title="Service Not Found"
      text="It may no longer be offered, or is booked with a plan only."
      action={
        <ButtonLink href={hrefs.services} size="small">
          All services
        </ButtonLink>
      }
    />
  );
}

export function Done() {
  return (
    <div className="checkout-end" role="status">
      <Icon src={checkmarkCircleOutline} size={56} />
      <h2>Payment Successful</h2>
      <p className="muted">Taking you to your bookings…</p>
    </div>
  );
}

/** The payment succeeded but could not be booked, so the money is refunded. */
export function Refunded({ words }: { words: string }) {
  return (
    <div className="checkout-end" role="alert">
      <h2>We could not book it</h2>
      <p className="muted">{words}</p>
      <ButtonLink kind="primary" href={hrefs.services}>
        Choose another service
      </ButtonLink>
    </div>
  );
}

/**
 * The money is taken, but the booking is not confirmed: the page never offers a second payment, and always a next
 * step.
 */
export function Unbooked({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <div className="checkout-end" role="alert">
      <h2>Your payment went through</h2>
      <p className="muted">
        We have not yet heard that it is booked. It usually appears in your bookings within minutes; you will
        not be charged again.
      </p>
      <Button kind="primary" busy={busy} onClick={onRetry}>
        Check again
      </Button>
      <ButtonLink kind="quiet" href={hrefs.bookings}>
        Go to Bookings
      </ButtonLink>
    </div>
  );
}
