import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PlanSetting } from '../../../../api/contract/schemas/plans.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useOnline } from '../../../lib/online.ts';
import { reasonOf } from '../../../lib/reason.ts';
import { useZone } from '../../../lib/session.ts';
import { formatDate } from '../../../lib/time/dates.ts';
import { teamCall } from '../../../shared/team-api.ts';
import { Button } from '../../../ui/button.tsx';
import { OfflineNote } from '../../../ui/note.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { factsOf } from './plan-fields.ts';
import { planIn, presentIn, showBook } from './queries.ts';

/** A planned publication: its day, or the reason why it has failed, with the ways to try again and to take it back. */
export function Scheduled({ plan, onClose }: { plan: PlanSetting; onClose: () => void }) {
  const client = useQueryClient();
  const online = useOnline();
  const zone = useZone();
  const { id, draft, schedule, revision } = plan;
  const failed = (error: Error) => {
    const current = presentIn(error);
    if (current) showBook(client, current);
  };
  const again = useMutation({
    mutationFn: () => {
      const { key = '', running = 'keep' } = schedule ?? {};
      return teamCall('publishPlan', { params: { id }, body: { key, revision, at: null, running } });
    },
    onSuccess: (book) => {
      showBook(client, book);
      if (planIn(book, id)?.schedule) return;
      toast({ title: 'Published', description: 'New members see it now.' });
      onClose();
    },
    onError: failed,
  });
  const back = useMutation({
    mutationFn: () => teamCall('unschedulePlan', { params: { id }, body: { revision } }),
    onSuccess: (book) => {
      showBook(client, book);
      toast({ title: 'Taken back', description: 'The draft stays, and can be changed again.' });
    },
    onError: failed,
  });
  if (!schedule || !draft) return null;
  const error = again.error ?? back.error;
  return (
    <div className="stack roomy">
      <p>
        {oneText`${draft.name}: ${factsOf(draft)}. ${schedule.running === 'move' ? 'Members move to it when they renew.' : 'Members keep what they pay.'}`}
      </p>
      <p className="muted">
        {oneText`Planned by ${schedule.by.name || 'somebody'}${schedule.by.isTeam ? '' : ', who is no longer in the team. It holds all the same; take it back if it should not'}.`}
      </p>
      {schedule.problem ? (
        <div className="notice error" role="alert">
          <p>
            <span>Not published yet. </span>
            <span dir="auto">{schedule.problem}</span>
            <span> It is tried again by itself until it works; what is sold now stays as it is.</span>
          </p>
        </div>
      ) : (
        <p className="notice">
          <span>{oneText`It is published on ${formatDate(schedule.at, zone)}, at the start of the day.`}</span>
        </p>
      )}
      <p className="muted">The draft can be changed again once its publication is taken back.</p>
      {error && (
        <p className="notice error" role="alert">
          {reasonOf(error)}
        </p>
      )}
      <OfflineNote kept="The draft stays here." />
      <div className="sheet-actions">
        {schedule.problem && (
          <Button busy={again.isPending} off={!online} onClick={() => again.mutate()}>
            Try Again
          </Button>
        )}
        <Button kind="quiet" busy={back.isPending} off={!online} onClick={() => back.mutate()}>
          Take Publication Back
        </Button>
      </div>
    </div>
  );
}
