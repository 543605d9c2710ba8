import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { OverageAgreed } from '../../../../api/contract/schemas/booking-terms.ts';
import { ApiError } from '../../../lib/api.ts';
import { isOnline } from '../../../lib/online.ts';
import { hasCode } from '../failure.ts';
import { attemptKeyOf, keepUnanswered, unansweredOf } from '../form/drafts.ts';
import { agreedOf } from '../hours-words.ts';
import { bookingTermsQuery } from './hours-terms.tsx';

/** The plan hours shown in the form, and the agreed figures that are sent; none without an agreement. */
export function useHoursTerms(serviceId: string, enabled: boolean) {
  const [when, setWhen] = useState('');
  const {
    data: terms,
    isError,
    refetch,
  } = useQuery({
    ...bookingTermsQuery(serviceId, when),
    enabled,
    // Terms of the earlier time stay until the new ones are read; the server would refuse other figures.
    placeholderData: keepPreviousData,
  });
  const [agreedTo, setAgreedTo] = useState<OverageAgreed | null>(null);
  const [isAttempted, setIsAttempted] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const offered = (terms && agreedOf(terms)) ?? null;
  // Changed figures need a new agreement.
  const agreed = offered && JSON.stringify(offered) === JSON.stringify(agreedTo) ? offered : null;

  return {
    shown: {
      terms,
      failed: isError,
      agreed: agreed !== null,
      onAgree: () => setAgreedTo(offered),
      isAttempted,
      element,
    },
    /** Called with the chosen time of the visit: hours may expire before it. */
    onWhen: setWhen,
    /** Whether the form may be sent; otherwise shows the missing choice. Without the network the server decides. */
    isReady(): boolean {
      // A request without an answer may have booked already, so the same request is sent again, whatever is free
      // now.
      if (!isOnline() || unansweredOf(serviceId) || !terms || terms.missingHours === 0 || agreed) return true;
      setIsAttempted(true);
      element.current?.querySelector<HTMLElement>('input, a, button')?.focus();
      return false;
    },
    /**
     * Books with the agreed figures; if the server has other figures, they are shown. An earlier request without an
     * answer is sent again first, since it may have booked.
     */
    async asAgreed<T>(book: (past?: OverageAgreed) => Promise<T>): Promise<T> {
      let sentKey: string | undefined;
      const send = async (sent: { past?: OverageAgreed | undefined }) => {
        const isRepeat = unansweredOf(serviceId) !== undefined;
        const earlierKey = attemptKeyOf(serviceId);
        keepUnanswered(serviceId, sent);
        try {
          const sending = book(sent.past);
          // A refusal makes the form forget it.
          sentKey = attemptKeyOf(serviceId);
          const booked = await sending;
          keepUnanswered(serviceId, undefined);
          return booked;
        } catch (error) {
          // The server looks the attempt up before it decides on the time (400), the service (404), hours and terms
          // (409). Any other refusal of a repeat, for example for too many requests, says nothing of the first try,
          // and neither does that of a changed time.
          const decided = sentKey === earlierKey ? [400, 404, 409] : [409];
          if (error instanceof ApiError && (isRepeat ? decided.includes(error.status) : error.status < 500))
            keepUnanswered(serviceId, undefined);
          throw error;
        }
      };
      const earlier = unansweredOf(serviceId);
      const now = { past: agreed ?? undefined };
      const key = attemptKeyOf(serviceId);
      try {
        if (!earlier) return await send(now);
        return await send(earlier).catch((error: unknown) => {
          // The very same request was refused, so it has booked nothing, and the person has agreed since. Changed
          // details make another request: the earlier one may have booked.
          const isSame = key !== undefined && key === sentKey;
          if (agreed && isSame && isRefusalOfTerms(error)) return send(now);
          throw error;
        });
      } catch (error) {
        if (isRefusalOfTerms(error)) {
          setIsAttempted(hasCode(error, 'hours_short'));
          void refetch();
        }
        throw error;
      }
    },
  };
}

const isRefusalOfTerms = (error: unknown): boolean =>
  hasCode(error, 'hours_short') || hasCode(error, 'terms_changed');
