import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mostChosen } from '../../../../api/contract/rules/chosen.ts';
import { useOnline } from '../../../lib/online.ts';
import { deviceAttempts } from '../../../pwa/storage/attempts.ts';
import { toldOf } from '../../../shared/bookings/chosen-words.ts';
import { useConfirmBookings } from '../../../shared/bookings/use-team-act.ts';
import { May } from '../../../shared/may.tsx';
import { teamCall } from '../../../shared/team-api.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { dialogsLeft } from '../../../ui/dialogs/back-closes.ts';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { MessageForm } from '../contact/message-form.tsx';
import { chosenHref } from '../filter.ts';
import { bookingsAreOld, failureText } from '../queries.ts';

/** The acts on the chosen bookings, each in one call for all of them. */
export function ChosenBar({ ids, onNone }: { ids: readonly string[]; onNone: () => void }) {
  const online = useOnline();
  const confirm = useConfirmBookings(onNone);
  const [writes, setWrites] = useState(false);
  const tooMany = ids.length > mostChosen;
  return (
    <section className="desk-chosen" aria-label="Chosen bookings">
      <span role="status">
        {tooMany ? `${ids.length} chosen, of which ${mostChosen} at most at once` : `${ids.length} chosen`}
      </span>
      <May do="bookings.change">
        <Button
          kind="quiet"
          size="small"
          off={tooMany || !online}
          busy={confirm.isPending}
          onClick={() => confirm.mutate(ids)}
        >
          Confirm
        </Button>
      </May>
      <May do="bookings.message">
        <Button kind="quiet" size="small" off={tooMany} onClick={() => setWrites(true)}>
          Write to All
        </Button>
        <WriteSheet ids={ids} open={writes} onClose={() => setWrites(false)} onSent={onNone} />
      </May>
      {online && !tooMany ? (
        <ButtonLink kind="quiet" size="small" href={chosenHref(ids)} download>
          Export Chosen
        </ButtonLink>
      ) : (
        <Button kind="quiet" size="small" off>
          Export Chosen
        </Button>
      )}
      <Button kind="quiet" size="small" onClick={onNone}>
        Clear
      </Button>
    </section>
  );
}

const attempt = 'write to chosen';

/** One message into the thread of each chosen booking. */
function WriteSheet({
  ids,
  open,
  onClose,
  onSent,
}: {
  ids: readonly string[];
  open: boolean;
  onClose: () => void;
  onSent: () => void;
}) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const send = useMutation({
    mutationFn: (message: string) =>
      teamCall('writeToChosen', {
        body: { ids: [...ids], message },
        // A repeat after a lost answer writes nothing twice.
        idempotencyKey: deviceAttempts.keyFor(attempt, { ids, message }),
      }),
    onSuccess: (results) => {
      deviceAttempts.forget(attempt);
      toast(toldOf(results, { one: 'Message sent successfully', many: 'messages sent' }));
      setText('');
      onClose();
      // The bar holds this sheet, and goes when nothing is chosen any more.
      void dialogsLeft().then(onSent);
    },
    onError: (error) =>
      toast({ title: 'Failed to contact customers', description: failureText(error), style: 'destructive' }),
    onSettled: () => bookingsAreOld(client),
  });
  return (
    <Sheet open={open} title="Write to All" onClose={onClose}>
      <MessageForm
        text={text}
        onText={setText}
        hint={`It stands in the messages of ${ids.length === 1 ? 'one booking' : `${ids.length} bookings`}, and goes by mail and notification where their customers wish.`}
        send={send}
        onClose={onClose}
      />
    </Sheet>
  );
}
