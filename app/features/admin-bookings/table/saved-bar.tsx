import { bookmarkOutline } from 'ionicons/icons';
import { useState } from 'react';
import { oneText } from '../../../lib/one-text.ts';
import { searchOf } from '../../../lib/search.ts';
import { useUser } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { type Filter, filterOf } from '../filter.ts';
import { maySave, nameOfFilter, readSaved, type SavedFilter, writeSaved } from './saved-filters.ts';

/**
 * The filters that the person keeps on this device.
 * @param parts the present filter's parts in words
 */
export function SavedBar({
  filter,
  parts,
  onNarrow,
}: {
  filter: Filter;
  parts: readonly string[];
  onNarrow: (filter: Filter) => void;
}) {
  const { user } = useUser();
  const userId = user?.id ?? '';
  const [saved, setSaved] = useState(() => readSaved(userId));
  const keep = (next: readonly SavedFilter[]) => {
    writeSaved(userId, next);
    setSaved([...next]);
  };
  const search = searchOf(filter);
  const name = nameOfFilter(filter, parts);
  const offers = name !== '' && maySave(filter, saved);
  if (!saved.length && !offers) return null;
  return (
    <div className="saved-bar">
      {saved.length > 0 && (
        <ul className="desk-chips" aria-label="Saved filters">
          {saved.map((one) => (
            <li key={one.search} className="saved-filter">
              <button
                type="button"
                className="saved-open"
                aria-pressed={one.search === search}
                onClick={() => onNarrow(filterOf(new URLSearchParams(one.search)))}
              >
                <span dir="auto">{one.name}</span>
              </button>
              {one.search === search && (
                <Chip
                  label="Saved"
                  action={oneText`Remove the saved filter ${one.name}`}
                  onTap={() => keep(saved.filter((other) => other !== one))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {offers && (
        <Button
          kind="plain"
          size="small"
          icon={bookmarkOutline}
          onClick={() => keep([...saved, { name, search }])}
        >
          Save Filter
        </Button>
      )}
    </div>
  );
}
