import { useId } from 'react';
import type { Offer } from '../../../../api/contract/schemas/offer.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useOnline } from '../../../lib/online.ts';
import { formatDayMonth } from '../../../lib/time/dates.ts';
import { dayWords } from '../../../shared/business/day-words.ts';
import { Button } from '../../../ui/button.tsx';
import { changeWords, type Group, groupsOf, type Waiting, waitingIn } from './waiting.ts';

interface Props {
  offer: Offer;
  onEdit: (waiting: Waiting) => void;
  /** @param group the changes that are chosen at first; `null` for all that are published alone */
  onPublish: (group: string | null) => void;
}

/** Changes that customers do not see yet, those with a day first, and those that are published as one together. */
export function WaitingChanges({ offer, onEdit, onPublish }: Props) {
  const id = useId();
  const online = useOnline();
  const waiting = waitingIn(offer);
  if (waiting.length === 0) return null;
  const { groups, alone } = groupsOf(waiting);
  return (
    <section className="offer-category" aria-labelledby={id}>
      <div className="offer-head">
        <h2 id={id}>Not published yet</h2>
        {alone.length > 0 && waiting.length > 1 && (
          <Button size="small" kind="quiet" off={!online} onClick={() => onPublish(null)}>
            Publish Together
          </Button>
        )}
      </div>
      {groups.map((group) => (
        <TogetherList key={group.together} group={group} onEdit={onEdit} onPublish={onPublish} />
      ))}
      {alone.length > 0 && <Rows items={alone} onEdit={onEdit} />}
    </section>
  );
}

function TogetherList({ group, onEdit, onPublish }: Omit<Props, 'offer'> & { group: Group }) {
  const id = useId();
  const online = useOnline();
  const { together, publishOn, items } = group;
  const isRefused = items.some(({ draft }) => draft.problem);
  const title = publishOn ? `Together on ${dayWords(publishOn)}` : 'Together, without a day';
  return (
    <section className="offer-together" aria-labelledby={id}>
      <div className="offer-head">
        <h3 id={id}>{title}</h3>
        <Button
          size="small"
          kind="plain"
          off={!online}
          aria-label={oneText`${title}: change or publish`}
          onClick={() => onPublish(together)}
        >
          Change
        </Button>
      </div>
      {isRefused && (
        <p className="notice warning">None of them was published, because one of them could not be.</p>
      )}
      <Rows items={items} onEdit={onEdit} />
    </section>
  );
}

const Rows = ({ items, onEdit }: { items: readonly Waiting[]; onEdit: Props['onEdit'] }) => (
  <ul className="ruled offer-list">
    {items.map((waiting) => (
      <li key={waiting.id} className="offer-row">
        <button type="button" className="offer-service" onClick={() => onEdit(waiting)}>
          <span className="offer-name" dir="auto">
            {waiting.draft.name}
          </span>
          <span className="muted offer-facts">{waiting.draft.problem || changeWords(waiting)}</span>
          <span className={waiting.draft.problem ? 'badge cancelled' : 'badge'}>{whenWords(waiting)}</span>
        </button>
      </li>
    ))}
  </ul>
);

const whenWords = ({ draft: { publishOn, problem } }: Waiting): string => {
  if (problem) return 'Not published';
  return publishOn ? formatDayMonth(`${publishOn}T12:00:00.000Z`, 'UTC') : 'Draft';
};
