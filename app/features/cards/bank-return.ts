import { arrivalAt, forgetArrival } from '../../lib/address-parameters.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { toast } from '../../ui/toasts/toast.tsx';

/** Reports once the result of adding a card, after a return from the person's bank. */
export function tellOfReturn(): void {
  const passed = arrivalAt(hrefs.billing);
  if (!passed?.setup_intent) return;
  forgetArrival();
  if (passed.redirect_status === 'succeeded') toast({ title: 'Payment method added' });
  else
    toast({
      title: 'Error adding payment method',
      description: 'Your bank did not approve this card.',
      style: 'destructive',
    });
}
