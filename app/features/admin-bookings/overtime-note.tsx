import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminBookingDetail } from '../../../api/contract/calls/admin-booking-calls.ts';
import type { OvertimeHours } from '../../../api/contract/schemas/overtime.ts';
import { keyOf } from '../../lib/api.ts';
import { useMay } from '../../lib/may.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { teamCall, teamKeyOf } from '../../shared/team-api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { confirmFirst } from '../../ui/dialogs/confirm.ts';
import { toast } from '../../ui/toasts/toast.tsx';
import { bookingsAreOld, failureText } from './queries.ts';
import { firstNameOf, overtimeText } from './words.ts';

/** The question to the customer about longer work, or the answer; the team may withdraw it while it waits. */
export function OvertimeNote({ booking, extra }: { booking: AdminBookingDetail; extra: OvertimeHours }) {
  const client = useQueryClient();
  const online = useOnline();
  const mayWithdraw = useMay()('bookings.change');
  const waits = extra.state === 'waiting';
  const withdraw = useMutation({
    mutationFn: () =>
      teamCall('withdrawExtraHours', { params: { id: booking.id }, query: { questionId: extra.id } }),
    onSuccess: () => toast({ title: 'Question withdrawn', description: 'The estimate stands.' }),
    onError: (error) =>
      toast({ title: 'That was not done', description: failureText(error), style: 'destructive' }),
    onSettled: () =>
      Promise.all([
        bookingsAreOld(client),
        client.invalidateQueries({ queryKey: teamKeyOf('listExtraHours') }),
        client.invalidateQueries({ queryKey: keyOf('readBooking', { id: booking.id }), exact: true }),
      ]),
  });
  const first = async () => {
    const sure = await confirmFirst({
      title: 'Withdraw the question?',
      text: oneText`${firstNameOf(booking.customer)} is asked no longer, and the estimate stands.`,
      yes: 'Withdraw',
      danger: true,
      no: 'Keep it',
    });
    if (sure) withdraw.mutate();
  };
  return (
    <Card className="desk-card" aria-label="Longer than estimated">
      <h2>{overtimeText(extra)}</h2>
      <p className="plain-notes">{extra.reason}</p>
      {waits && mayWithdraw && (
        <div className="desk-buttons">
          <Button
            size="small"
            kind="quiet"
            off={!online}
            busy={withdraw.isPending}
            onClick={() => void first()}
          >
            Withdraw Question
          </Button>
        </div>
      )}
    </Card>
  );
}
