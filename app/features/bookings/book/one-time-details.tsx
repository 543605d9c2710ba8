import type { Service } from '../../../../api/contract/schemas/catalogue.ts';
import type { User } from '../../../../api/contract/schemas/people.ts';
import { startPayment } from '../form/book.ts';
import type { BookingFields, Typed } from '../form/drafts.ts';
import { handOn } from '../slots/kept-time.ts';
import { DetailsForm } from './details-form.tsx';

/** The one-time form up to the provider's client secret; the checkout page uses it too. */
export function OneTimeDetails({
  service,
  user,
  known,
  open,
  onReady,
}: {
  service: Service;
  user: User | null;
  known?: Typed | undefined;
  /** Whether the form is on screen: a chosen time is kept only for that long. */
  open: boolean;
  onReady: (details: BookingFields, clientSecret: string) => void;
}) {
  return (
    <DetailsForm
      kind="one_time"
      service={service}
      user={user}
      known={known}
      open={open}
      submitLabel="Continue"
      failure={{ title: 'Payment Setup Failed', description: 'Failed to setup payment. Please try again.' }}
      onSubmit={async (details, chosen) => {
        const clientSecret = await startPayment(service, details, chosen);
        handOn('payment');
        onReady(details, clientSecret);
      }}
    />
  );
}
