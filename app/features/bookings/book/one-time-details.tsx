import type { Service } from '../../../../api/contract/schemas/catalogue.ts';
import type { User } from '../../../../api/contract/schemas/people.ts';
import { startPayment } from '../form/book.ts';
import type { BookingFields, Typed } from '../form/drafts.ts';
import { DetailsForm } from './details-form.tsx';

/** The one-time form up to the provider's client secret; the checkout page uses it too. */
export function OneTimeDetails({
  service,
  user,
  known,
  onReady,
}: {
  service: Service;
  user: User | null;
  known?: Typed | undefined;
  onReady: (details: BookingFields, clientSecret: string) => void;
}) {
  return (
    <DetailsForm
      kind="one_time"
      service={service}
      user={user}
      known={known}
      submitLabel="Continue"
      failure={{ title: 'Payment Setup Failed', description: 'Failed to setup payment. Please try again.' }}
      onSubmit={async (details, answers) => onReady(details, await startPayment(service, details, answers))}
    />
  );
}
