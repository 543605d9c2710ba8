import type { RequestState } from '../../../api/contract/rules/quote-terms.ts';
import type { RequestCounts } from '../../../api/contract/schemas/quotes.ts';
import { Tabs } from '../../ui/tabs.tsx';

const labels: readonly { value: RequestState; label: string }[] = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'answered', label: 'Answered' },
  { value: 'settled', label: 'Settled' },
];

/** The state named by an address, or the first. */
export const stateOf = (name: string | null): RequestState =>
  labels.find(({ value }) => value === name)?.value ?? 'waiting';

export const labelOf = (state: RequestState): string =>
  labels.find(({ value }) => value === state)?.label ?? '';

export function StateTabs({
  state,
  onState,
  counts,
  panelId,
}: {
  state: RequestState;
  onState: (state: RequestState) => void;
  counts: RequestCounts | undefined;
  panelId: string;
}) {
  const items = labels.map(({ value, label }) => ({
    value,
    label: counts && counts[value] >= counts.most ? `${label} (${counts.most}+)` : label,
    ...(counts && counts[value] < counts.most && { count: counts[value] }),
  }));
  return <Tabs label="Requests by state" value={state} onChange={onState} items={items} panelId={panelId} />;
}
