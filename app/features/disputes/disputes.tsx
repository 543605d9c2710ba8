import './disputes.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Dispute } from '../../../api/contract/schemas/disputes.ts';
import { rowsOf } from '../../lib/cache/pages.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { useMay } from '../../lib/may.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatWhen, inSentence } from '../../lib/time/dates.ts';
import { TeamLink } from '../../shared/team-link.tsx';
import { Vouched } from '../../shared/vouched.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { More } from '../../ui/lists/more.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { Evidence } from './evidence.tsx';
import { LeftAtProvider } from './left-at-provider.tsx';
import { ProviderLink } from './provider-link.tsx';
import { disputesQuery } from './queries.ts';
import { StuckRefunds } from './stuck-refunds.tsx';
import { UnclearAtProvider } from './unclear-at-provider.tsx';
import { reasonText, stateOf, waitingText } from './words.ts';

/** Money stopped by a bank or the card provider; cases that need a person come first. */
export function Disputes({ shown }: { shown: boolean }) {
  const list = useInfiniteQuery({ ...disputesQuery(), enabled: shown });
  return (
    <div className="disputes">
      <StuckRefunds shown={shown} />
      <LeftAtProvider shown={shown} />
      <UnclearAtProvider shown={shown} />
      {list.data ? (
        <Found disputes={rowsOf(list.data)} shown={shown} />
      ) : list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Skeleton cards={3} label="Reading the disputes" />
      )}
      {list.data && <More list={list} label="Show earlier" />}
    </div>
  );
}

function Found({ disputes, shown }: { disputes: Dispute[]; shown: boolean }) {
  if (!disputes.length)
    return (
      <EmptyState
        drawing="receipt"
        title="No disputes"
        text="When a customer disputes a payment at their bank, it appears here with the evidence for an answer."
      />
    );
  return disputes.map((dispute) => <DisputeCard key={dispute.id} dispute={dispute} shown={shown} />);
}

function DisputeCard({ dispute, shown }: { dispute: Dispute; shown: boolean }) {
  const zone = useZone();
  const [opened, setOpened] = useState(false);
  const { about, customer, state } = dispute;
  const { text, look } = stateOf(state);
  const since = inSentence(formatWhen(dispute.openedAt, zone));
  const seesBookings = useMay()('bookings.read');
  const waits = waitingText(dispute, zone);
  return (
    <Card className="dispute" aria-label={oneText`${about.description}, ${customer.name}, since ${since}`}>
      <div className="row spread">
        <h2>{formatMoney(dispute.amountCents)}</h2>
        <span className={`badge ${look}`}>{text}</span>
      </div>
      <p>
        {about.description && <span>{oneText`${about.description} · `}</span>}
        <TeamLink to={hrefs.adminCustomer(customer.id)}>{customer.name}</TeamLink> <Vouched by={customer} />
        <br />
        <span className="muted">{oneText`${reasonText(dispute.reason)} · since ${since}`}</span>
        <br />
        <ProviderLink address={dispute.address} id={dispute.paymentId} />
      </p>
      {waits && <p className="note">{waits}</p>}
      <div className="buttons">
        <Button size="small" kind="quiet" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {opened ? 'Hide Evidence' : 'Show Evidence'}
        </Button>
        {about.bookingId && seesBookings && (
          <Link className="button quiet small" to={hrefs.adminBooking(about.bookingId)}>
            <span>Open Booking</span>
          </Link>
        )}
      </div>
      {opened && <Evidence id={dispute.id} shown={shown} />}
    </Card>
  );
}
