import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PastAgreed } from '../../../../api/contract/booking-terms.ts';
import { ApiError } from '../../../lib/api.ts';
import { isOnline } from '../../../lib/online.ts';
import { hasCode } from '../failure.ts';
import { keepUnanswered, unansweredOf } from '../form/drafts.ts';
import { agreedOf } from '../hours-words.ts';
import { bookingTermsQuery } from './hours-terms.tsx';

/** What the form shows of the plan's hours, and what is sent of it: the figures that stood there, or none. */
export function useHoursTerms(serviceId: string, enabled: boolean) {
  const [when, setWhen] = useState('');
  const {
    data: terms,
    isError,
    refetch,
  } = useQuery({
    ...bookingTermsQuery(serviceId, when),
    enabled,
    // While those of another time are read: other figures would be refused.
    placeholderData: keepPreviousData,
  });
  const [agreedTo, setAgreedTo] = useState<PastAgreed | null>(null);
  const [asked, setAsked] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const offered = (terms && agreedOf(terms)) ?? null;
  // Other figures are agreed to anew.
  const agreed = offered && JSON.stringify(offered) === JSON.stringify(agreedTo) ? offered : null;

  return {
    shown: {
      terms,
      failed: isError,
      agreed: agreed !== null,
      onAgree: () => setAgreedTo(offered),
      asked,
      element,
    },
    /** The time that the visit is to have: by then hours may have expired. */
    onWhen: setWhen,
    /** Whether it may be sent; else it says what is missing. Without the network that is for the server to say. */
    isReady(): boolean {
      // What was sent and not answered is perhaps booked: the same is sent again, whatever is free now.
      if (!isOnline() || unansweredOf(serviceId) || !terms || terms.missingHours === 0 || agreed) return true;
      setAsked(true);
      element.current?.querySelector<HTMLElement>('input, a, button')?.focus();
      return false;
    },
    /** Books with what was agreed to; where the server's figures are other ones, they are shown. */
    async asAgreed<T>(book: (past?: PastAgreed) => Promise<T>): Promise<T> {
      const sent = unansweredOf(serviceId) ?? { past: agreed ?? undefined };
      keepUnanswered(serviceId, sent);
      try {
        const booked = await book(sent.past);
        keepUnanswered(serviceId, undefined);
        return booked;
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) keepUnanswered(serviceId, undefined);
        if (hasCode(error, 'hours_short') || hasCode(error, 'terms_changed')) {
          setAsked(hasCode(error, 'hours_short'));
          void refetch();
        }
        throw error;
      }
    },
  };
}
