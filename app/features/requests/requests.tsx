import './requests.css';
import { lazy, Suspense, useEffect, useEffectEvent, useId, useState } from 'react';
import type { RequestState } from '../../../api/contract/rules/quote-terms.ts';
import type { CustomRequest } from '../../../api/contract/schemas/quotes.ts';
import { closed } from '../../ui/dialogs/closed.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { More } from '../../ui/lists/more.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { stepOf } from './due.ts';
import { useRequests } from './queries.ts';
import { RequestCard } from './request-card.tsx';
import { labelOf, StateTabs } from './state-tabs.tsx';

const AnswerSheet = lazy(() => import('./answer-sheet.tsx'));

const nothing = {
  waiting: {
    drawing: 'done',
    title: 'Nobody waits',
    text: 'Every request is answered. New ones appear here by themselves.',
  },
  answered: {
    drawing: 'letter',
    title: 'No open quotes',
    text: 'What you have quoted stands here until its customer answers.',
  },
  settled: {
    drawing: 'receipt',
    title: 'Nothing settled yet',
    text: 'Accepted, declined and cancelled requests are kept here.',
  },
} as const;

/** Custom requests by whose turn it is; the waiting ones count down the two-hour promise. */
export function Requests({
  state,
  onState,
  wanted,
  onOpened,
  shown,
}: {
  state: RequestState;
  onState: (state: RequestState) => void;
  /** The request to answer at once, of those that wait; `onOpened` is called when its sheet is open. */
  wanted: string | null;
  onOpened: () => void;
  shown: boolean;
}) {
  const panel = useId();
  const { query, requests, counts } = useRequests(state, shown);
  const [answering, setAnswering] = useState<{ request: CustomRequest; open: boolean }>();
  const toAnswer =
    wanted && shown ? requests?.find(({ id, mayQuote }) => mayQuote && id === wanted) : undefined;
  const opened = useEffectEvent((request: CustomRequest) => {
    setAnswering({ request, open: true });
    onOpened();
  });
  useEffect(() => {
    if (toAnswer) opened(toAnswer);
  }, [toAnswer]);
  const waiting = state === 'waiting' && shown ? (requests ?? []) : [];
  const due = waiting.map(({ answerBy }) => answerBy);
  const now = useNow((at) => stepOf(due, at));
  return (
    <div className="requests">
      <StateTabs state={state} onState={onState} counts={counts} panelId={panel} />
      <div id={panel} role="tabpanel" aria-label={labelOf(state)}>
        <h2 className="visually-hidden">{labelOf(state)}</h2>
        {!requests ? (
          query.error ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <Skeleton cards={3} height="260px" label="Reading the requests" />
          )
        ) : requests.length === 0 ? (
          <EmptyState {...nothing[state]} />
        ) : (
          <ul className="request-list">
            {requests.map((request) => (
              <li key={request.id} data-row>
                <RequestCard
                  request={request}
                  now={now}
                  onAnswer={(chosen) => setAnswering({ request: chosen, open: true })}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <More list={query} label="Show more requests" />
      {answering && (
        <Suspense>
          <AnswerSheet
            // The sheet starts again for another quote, with the typed text.
            key={`${answering.request.id} ${answering.request.quote?.id}`}
            request={answering.request}
            open={answering.open}
            onClose={() => setAnswering(closed(answering))}
          />
        </Suspense>
      )}
    </div>
  );
}
