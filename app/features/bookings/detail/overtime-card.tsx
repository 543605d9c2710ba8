import '../quote/quote-card.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BookingDetail } from '../../../../api/contract/schemas/bookings.ts';
import type { OvertimeHours, OvertimeTerms } from '../../../../api/contract/schemas/overtime.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { keepChanged } from '../../../lib/cache/keep-changed.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { formatMoney } from '../../../lib/money.ts';
import { useOnline } from '../../../lib/online.ts';
import { useZone } from '../../../lib/session.ts';
import { ElsewhereNote } from '../../../shared/bookings/elsewhere-note.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { confirmFirst } from '../../../ui/dialogs/confirm.ts';
import { Note } from '../../../ui/note.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { failureText, hasCode } from '../failure.ts';
import { bookingQuery } from '../queries.ts';
import {
  agreeConsequence,
  answerByText,
  askText,
  cardText,
  mayAgree,
  takesFacts,
  tookText,
} from './extra-words.ts';

interface Props {
  booking: BookingDetail;
  extra: OvertimeHours;
  terms: OvertimeTerms;
}

/** The two answers. The shown terms are sent along, so that the server charges nothing on other terms. */
function useAnswers(booking: BookingDetail, extra: OvertimeHours) {
  const client = useQueryClient();
  const params = { id: booking.id };
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 409)
      void client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey, exact: true });
  };
  const agree = useMutation({
    mutationFn: (shown: OvertimeTerms) =>
      call('agreeToExtraHours', {
        params,
        body: {
          questionId: extra.id,
          planHours: shown.planHours,
          cardHours: shown.cardHours,
          amountCents: shown.past?.amountCents ?? 0,
        },
      }),
    onSuccess: async (detail) => {
      await keepChanged(client, detail);
      if (detail.past?.state === 'owed')
        toast({
          title: 'Payment Failed',
          description: 'You agreed, and your card was not charged. See Billing to pay.',
          style: 'destructive',
        });
      else toast({ title: 'Thank you', description: 'You agreed to the longer work.' });
    },
    onError,
  });
  const decline = useMutation({
    mutationFn: () => call('declineExtraHours', { params, body: { questionId: extra.id } }),
    onSuccess: async (detail) => {
      await keepChanged(client, detail);
      toast({ title: 'Declined', description: 'The estimate stands, and the team sees your answer.' });
    },
    onError,
  });
  return { agree, decline };
}

/**
 * The team's question about work that took longer: the reason, the present cost of agreeing, and the two answers.
 */
export default function OvertimeCard({ booking, extra, terms }: Props) {
  const online = useOnline();
  const { agree, decline } = useAnswers(booking, extra);
  const isBusy = agree.isPending || decline.isPending;
  const agreeFirst = async () => {
    if (isBusy) return;
    const sure = await confirmFirst({
      title: askText(extra.hours),
      text: agreeConsequence(terms),
      yes: agreeLabel(terms),
      no: 'Not yet',
    });
    // The terms shown at the tap, whatever was read since.
    if (sure) agree.mutate(terms);
  };
  const declineFirst = async () => {
    if (isBusy) return;
    const sure = await confirmFirst({
      title: 'Decline the longer work?',
      text: 'The estimate stands, and nothing more is used or charged.',
      yes: 'Decline',
      danger: true,
      no: 'Not yet',
    });
    if (sure) decline.mutate();
  };
  const refused = agree.error ?? decline.error;
  return (
    <Card className="quote-card open" aria-label="The team's question">
      <OpenQuestion booking={booking} extra={extra} terms={terms} />
      {refused && (
        <p role="alert" className="form-notice">
          {hasCode(refused, 'terms_changed')
            ? 'This has changed since you opened it. Nothing was taken; please look at it again.'
            : failureText(refused)}
        </p>
      )}
      <p role="status" className={online ? 'visually-hidden' : 'note'}>
        {online ? '' : 'You are offline. Answering needs the network; the question stays here.'}
      </p>
      <div className="buttons">
        {mayAgree(terms) ? (
          <Button
            kind="accent"
            busy={agree.isPending}
            off={!online || decline.isPending}
            onClick={() => void agreeFirst()}
          >
            {agreeLabel(terms)}
          </Button>
        ) : (
          <ButtonLink kind="accent" href={terms.owed ? hrefs.billing : hrefs.profile}>
            {terms.owed ? 'Pay What Is Open' : 'See Your Plan'}
          </ButtonLink>
        )}
        <Button
          kind="quiet"
          busy={decline.isPending}
          off={!online || agree.isPending}
          onClick={() => void declineFirst()}
        >
          Decline
        </Button>
      </div>
    </Card>
  );
}

/** The team's reason, and the present cost of agreeing. */
function OpenQuestion({ booking, extra, terms }: Props) {
  const zone = useZone();
  return (
    <>
      <p className="quote-above">The team asks you</p>
      <h2 className="quote-figure">{askText(extra.hours)}</h2>
      <p className="muted">{tookText(booking, extra)}</p>
      {extra.answerBy && (
        <p className="muted">
          <span>{answerByText(extra.answerBy, zone)}</span>
          <ElsewhereNote at={extra.answerBy} />
        </p>
      )}
      <blockquote className="quote-message">{extra.reason}</blockquote>
      <dl className="facts">
        {takesFacts(terms).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {cardText(terms) && <p className="muted">{cardText(terms)}</p>}
      {!mayAgree(terms) && (
        <Note>
          {terms.owed
            ? 'Your hours do not cover it, and a payment of yours is open. Once that is paid you can agree; the estimate stands until then.'
            : 'Your hours do not cover it, so there is nothing to agree to now. With more hours you can; the estimate stands until then.'}
        </Note>
      )}
    </>
  );
}

const agreeLabel = ({ past }: OvertimeTerms): string =>
  past ? `Agree and Pay ${formatMoney(past.amountCents)}` : 'Agree';
