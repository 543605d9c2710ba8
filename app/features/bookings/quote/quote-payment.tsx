import '../booking.css';
import '../sheets.css';
import type { BookingDetail } from '../../../../api/contract/schemas/bookings.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { formatMoney } from '../../../lib/money.ts';
import { useZone } from '../../../lib/session.ts';
import { PaymentForm } from '../../../payments/payment-form.tsx';
import { visitTime } from '../../../shared/bookings/visit-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';

/**
 * Pays a quote with a saved card or another. Closing keeps the payment, which charges nothing by itself; the next
 * opening, here or in another window, continues with it.
 */
export default function QuotePayment({
  open,
  onClose,
  booking,
  amountCents,
  clientSecret,
  onSucceeded,
  onUnusable,
}: {
  open: boolean;
  onClose: () => void;
  booking: BookingDetail;
  amountCents: number;
  clientSecret: string;
  onSucceeded: (paymentIntentId: string) => Promise<void>;
  onUnusable: () => void;
}) {
  const zone = useZone();
  const visit = booking.quote?.scheduledDate ? booking.quote : booking;
  return (
    <Sheet open={open} title="Pay the quote" onClose={onClose}>
      <div className="service-line">
        <strong>{booking.service.name}</strong>
        <strong>{formatMoney(amountCents)}</strong>
        {visit.scheduledDate && <span className="muted">{visitTime(visit, zone)}</span>}
      </div>
      <PaymentForm
        clientSecret={clientSecret}
        submitLabel={`Pay ${formatMoney(amountCents)}`}
        returnPath={hrefs.booking(booking.id)}
        failure="Failed to initialize payment"
        follows="Your visit is booked by itself once it is through."
        onSucceeded={onSucceeded}
        onUnusable={onUnusable}
        after={(paying) => (
          <Button kind="plain" wide disabled={paying} onClick={onClose}>
            Not now
          </Button>
        )}
      />
    </Sheet>
  );
}
