import { arrivalAt, forgetArrival } from '../../lib/address-parameters.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { toast } from '../../ui/toasts/toast.tsx';

/** Back from a bank that took the person away while they added a card: tells what became of it, once. */
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
