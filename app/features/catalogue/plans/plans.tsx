import '../../../ui/lists/ruled.css';
import '../../../ui/fields/switch.css';
import '../offer/offer.css';
import './plans.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addOutline } from 'ionicons/icons';
import { useState } from 'react';
import type { PlanBook, PlanSetting } from '../../../../api/contract/schemas/plans.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useOnline } from '../../../lib/online.ts';
import { reasonOf } from '../../../lib/reason.ts';
import { useZone } from '../../../lib/session.ts';
import { formatDate } from '../../../lib/time/dates.ts';
import { teamCall } from '../../../shared/team-api.ts';
import { Button } from '../../../ui/button.tsx';
import { confirmFirst } from '../../../ui/dialogs/confirm.ts';
import { Note } from '../../../ui/note.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { useAskOnce } from '../ask-once.ts';
import { Reorder } from '../offer/reorder.tsx';
import { factsOf, shownOf } from './plan-fields.ts';
import PlanSheet from './plan-sheet.tsx';
import { offSaleText } from './publish-words.ts';
import { bookQuery, type OnMark, planEffectsQuery, presentIn, showBook } from './queries.ts';

/** The owner's plans, the smallest first: read by everybody who may change them, changed with the network alone. */
export default function PlansSection({ shown }: { shown: boolean }) {
  const online = useOnline();
  const { data, error, refetch } = useQuery({ ...bookQuery(), enabled: shown });
  const [sheet, setSheet] = useState<{ planId: string | null; open: boolean; times: number }>({
    planId: null,
    open: false,
    times: 0,
  });
  const edit = (planId: string | null) => setSheet(({ times }) => ({ planId, open: true, times: times + 1 }));
  const { onOrder, onMark } = useChanges(data);
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton cards={4} height="4.5rem" label="Reading the plans" />
    );
  return (
    <div className="stack roomy">
      <p className="muted">
        Members see the plans in this order, the smallest first. The order also decides which change of plan
        is an upgrade.
      </p>
      {!online && (
        <Note role="status">You are offline. The plans can be read; changing them needs the network.</Note>
      )}
      <div className="row">
        <Button size="small" icon={addOutline} off={!online} aria-label="New Plan" onClick={() => edit(null)}>
          Plan
        </Button>
      </div>
      <Reorder
        items={data.plans.map((plan) => ({ ...plan, name: shownOf(plan)?.name ?? plan.id }))}
        label="Plans"
        off={!online}
        onOrder={onOrder}
      >
        {(plan) => <PlanRow plan={plan} onEdit={() => edit(plan.id)} onMark={onMark} />}
      </Reorder>
      {sheet.times > 0 && (
        <PlanSheet
          key={sheet.times}
          book={data}
          planId={sheet.planId}
          open={sheet.open}
          onMark={onMark}
          onClose={() => setSheet((now) => ({ ...now, open: false }))}
        />
      )}
    </div>
  );
}

/** The changes that hold at once; each is shown at once and taken back if the server refuses it. */
function useChanges(book: PlanBook | undefined): { onOrder: (ids: string[]) => void; onMark: OnMark } {
  const client = useQueryClient();
  const isSure = useAskOnce();
  const read = () => client.getQueryData(bookQuery().queryKey);
  const failed = (error: Error) => {
    const present = presentIn(error);
    if (present) showBook(client, present);
    // The change may have been made all the same, and its answer lost.
    void client.invalidateQueries(bookQuery());
    toast({ title: 'Not changed', description: reasonOf(error), style: 'destructive' });
  };
  const order = useMutation({
    // One after the other: each names the order that the one before it leaves.
    scope: { id: 'plan-order' },
    mutationFn: (body: { before: string[]; after: string[] }) => teamCall('orderPlans', { body }),
    onSuccess: (now) => showBook(client, now),
    onError: failed,
  });
  const mark = useMutation({
    // One after the other, too: the second of two quick taps names the revision that the first one leaves.
    scope: { id: 'plan-mark' },
    mutationFn: ({ plan, given }: { plan: PlanSetting; given: Parameters<OnMark>[1] }) => {
      const now = read()?.plans.find(({ id }) => id === plan.id) ?? plan;
      const { popular, premium, isOnSale } = { ...now, ...given };
      return teamCall('markPlan', {
        params: { id: plan.id },
        body: { popular, premium, isOnSale, revision: now.revision },
      });
    },
    onMutate: ({ plan, given }) => {
      const before = read();
      const plans = before?.plans.map((one) =>
        one.id === plan.id ? { ...one, ...given } : { ...one, popular: one.popular && !given.popular },
      );
      if (before && plans) client.setQueryData(bookQuery().queryKey, { ...before, plans });
      return before;
    },
    onSuccess: (now) => showBook(client, now),
    onError: (error, _, before) => {
      if (before) client.setQueryData(bookQuery().queryKey, before);
      failed(error);
    },
  });
  return {
    onOrder(after) {
      if (!book) return;
      const plans = book.plans.toSorted((one, other) => after.indexOf(one.id) - after.indexOf(other.id));
      client.setQueryData(bookQuery().queryKey, { ...book, plans });
      order.mutate({ before: book.plans.map(({ id }) => id), after });
    },
    async onMark(plan, given) {
      const ask = async () => {
        const text = offSaleText(
          await client.fetchQuery(planEffectsQuery(plan.id, null)).catch(() => undefined),
        );
        const title = oneText`Take ${shownOf(plan)?.name ?? plan.id} off sale?`;
        return !text || confirmFirst({ title, text, yes: 'Take Off' });
      };
      if (given.isOnSale !== false || (await isSure(plan.id, ask))) mark.mutate({ plan, given });
    },
  };
}

function PlanRow({ plan, onEdit, onMark }: { plan: PlanSetting; onEdit: () => void; onMark: OnMark }) {
  const online = useOnline();
  const terms = plan.present ?? plan.draft;
  const name = shownOf(plan)?.name ?? plan.id;
  return (
    <>
      <button
        type="button"
        className={plan.isOnSale ? 'offer-service' : 'offer-service off'}
        onClick={onEdit}
      >
        <span className="offer-name" dir="auto">
          {name}
        </span>
        <span className="plan-row-facts">
          {terms && <span className="muted">{factsOf(terms)}</span>}
          <PlanMarks plan={plan} />
        </span>
      </button>
      {plan.present && (
        <button
          type="button"
          role="switch"
          className="switch"
          aria-checked={plan.isOnSale}
          aria-disabled={!online || undefined}
          aria-label={oneText`Sell ${name}`}
          onClick={() => online && onMark(plan, { isOnSale: !plan.isOnSale })}
        />
      )}
    </>
  );
}

/** The state of a plan in words. */
function PlanMarks({ plan }: { plan: PlanSetting }) {
  const zone = useZone();
  const { popular, premium, present, draft, schedule, isOnSale } = plan;
  return (
    <>
      {popular && <span className="badge">Most Popular</span>}
      {premium && <span className="badge">Premium</span>}
      {present && !isOnSale && <span className="badge">Not on sale</span>}
      {draft && !schedule && (
        <span className="badge pending">{present ? 'Unpublished changes' : 'Draft'}</span>
      )}
      {schedule?.problem && <span className="badge cancelled">Not published yet</span>}
      {schedule && !schedule.problem && (
        <span className="badge scheduled">{oneText`From ${formatDate(schedule.at, zone)}`}</span>
      )}
    </>
  );
}
