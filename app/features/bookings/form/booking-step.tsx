import { checkmarkCircleOutline } from 'ionicons/icons';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useZone } from '../../../lib/session.ts';
import { formatExact, formatWhen } from '../../../lib/time/dates.ts';
import { ElsewhereNote } from '../../../shared/bookings/elsewhere-note.tsx';
import { ignoreSecondTap } from '../../../ui/dialogs/second-tap.ts';
import { Icon } from '../../../ui/icon.tsx';

/** A dialog's content after its form is done: service and time, and the next step. */
export function BookingStep({
  title,
  what,
  when,
  children,
}: {
  title: string;
  what: string;
  when: string | null;
  children: ReactNode;
}) {
  const zone = useZone();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    ignoreSecondTap();
    // The button that had the focus has gone with the form.
    heading.current?.focus();
  }, []);
  return (
    <div className="booking-step">
      <Icon src={checkmarkCircleOutline} size={56} />
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <p className="step-what">
        <strong>{what}</strong>
        {when && (
          <time dateTime={when} title={formatExact(when, zone)}>
            {formatWhen(when, zone)}
          </time>
        )}
        {when && <ElsewhereNote at={when} />}
      </p>
      {children}
    </div>
  );
}
