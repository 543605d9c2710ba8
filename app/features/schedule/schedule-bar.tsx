import { useQuery } from '@tanstack/react-query';
import { chevronBackOutline, chevronForwardOutline, closeCircleOutline, filterOutline } from 'ionicons/icons';
import { useEffect, useRef } from 'react';
import type { Lane } from '../../../api/contract/schemas/schedule.ts';
import { daysLater } from '../../lib/time/calendar-days.ts';
import { formatDate, fromLocalInput } from '../../lib/time/dates.ts';
import { dayOf } from '../../shared/bookings/time/time-slots.ts';
import { CategoryGlyph } from '../../shared/services/category-glyph.tsx';
import { WorkerFace } from '../../shared/workers/worker-face.tsx';
import { Button } from '../../ui/button.tsx';
import { useWide } from '../../ui/hooks/use-wide.ts';
import { Icon } from '../../ui/icon.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { Shown } from './address.ts';
import { categoriesQuery } from './categories.ts';
import { daysOf, inView, titleOf } from './days.ts';

/** The number of filters in use. */
export const chosenIn = ({ categories, worker, cancelled }: Shown): number =>
  categories.length + Number(worker !== null) + Number(cancelled);

/** Filters by one worker; by one category or several, all if none is chosen; and by cancelled bookings. */
export function Filters({
  id,
  shown,
  lanes,
  onShow,
}: {
  id: string;
  shown: Shown;
  lanes: readonly Lane[];
  onShow: (shown: Shown) => void;
}) {
  const { data: categories = [] } = useQuery(categoriesQuery());
  const chips = useRef<HTMLFieldSetElement>(null);
  const hasWorkers = lanes.length > 0;
  const hasCategories = categories.length > 0;
  // One that was chosen before, by the address, may be out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: workers and categories come when they are read
  useEffect(() => {
    chips.current
      ?.querySelector('[aria-pressed="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [hasWorkers, hasCategories]);
  const toggle = (id: string) => {
    const others = shown.categories.filter((one) => one !== id);
    onShow({ ...shown, categories: others.length < shown.categories.length ? others : [...others, id] });
  };
  return (
    <fieldset ref={chips} id={id} className="schedule-filters">
      <legend className="visually-hidden">Show only</legend>
      {lanes.map(({ worker: { id, name, colour, picture } }) => (
        <button
          key={id}
          type="button"
          className={`schedule-filter ${colour}`}
          aria-pressed={shown.worker === id}
          onClick={() => onShow({ ...shown, worker: shown.worker === id ? null : id })}
        >
          <WorkerFace {...{ name, colour, picture }} size={24} />
          <span dir="auto">{name}</span>
        </button>
      ))}
      {categories.map(({ id, name, icon, color }) => (
        <button
          key={id}
          type="button"
          className={`schedule-filter ${color}`}
          aria-pressed={shown.categories.includes(id)}
          onClick={() => toggle(id)}
        >
          <CategoryGlyph icon={icon} size={16} />
          <span>{name}</span>
        </button>
      ))}
      <button
        type="button"
        className="schedule-filter"
        aria-pressed={shown.cancelled}
        onClick={() => onShow({ ...shown, cancelled: !shown.cancelled })}
      >
        <Icon src={closeCircleOutline} size={16} />
        <span>Cancelled too</span>
      </button>
    </fieldset>
  );
}

/** The way to other days, and to the filters. */
export function Bar({
  shown,
  onShow,
  zone,
  panel,
  filters,
  isFiltered,
  onFilters,
}: {
  shown: Shown;
  onShow: (shown: Shown) => void;
  zone: string;
  panel: string;
  /** The id of the filters, which `onFilters` shows and hides. */
  filters: string;
  isFiltered: boolean;
  onFilters: () => void;
}) {
  const chosen = chosenIn(shown);
  const wide = useWide();
  const today = dayOf(new Date().toISOString(), zone);
  const isHere = daysOf(shown).includes(today);
  const step = shown.view === 'week' ? 7 : 1;
  const filterWords = chosen ? `Filter: ${chosen}` : 'Filter';
  const opensFilters = { 'aria-expanded': isFiltered, ...(isFiltered && { 'aria-controls': filters }) };
  const go = (days: number) => onShow({ ...shown, date: daysLater(shown.date, days) });
  return (
    <div className="schedule-bar">
      <div className="row">
        <button
          type="button"
          className="icon-button"
          aria-label={shown.view === 'week' ? 'Earlier week' : 'Earlier day'}
          onClick={() => go(-step)}
        >
          <Icon src={chevronBackOutline} />
        </button>
        <Button kind="quiet" size="small" off={isHere} onClick={() => onShow({ ...shown, date: today })}>
          Today
        </Button>
        <button
          type="button"
          className="icon-button"
          aria-label={shown.view === 'week' ? 'Later week' : 'Later day'}
          onClick={() => go(step)}
        >
          <Icon src={chevronForwardOutline} />
        </button>
      </div>
      <h2 className="schedule-title" aria-live="polite">
        {wide ? (
          titleOf(shown)
        ) : (
          <>
            <span className="visually-hidden">{titleOf(shown)}</span>
            <span aria-hidden="true">{formatDate(fromLocalInput(`${shown.date}T12:00`, zone), zone)}</span>
          </>
        )}
      </h2>
      {wide && (
        <Tabs
          label="Day or week"
          value={shown.view}
          onChange={(view) => onShow({ ...shown, view, date: inView(view, shown, today) })}
          items={[
            { value: 'day', label: 'Day' },
            { value: 'week', label: 'Week' },
          ]}
          panelId={panel}
        />
      )}
      {wide ? (
        <Button kind="quiet" size="small" icon={filterOutline} {...opensFilters} onClick={onFilters}>
          {filterWords}
        </Button>
      ) : (
        <button
          type="button"
          className="icon-button"
          aria-label={filterWords}
          {...opensFilters}
          onClick={onFilters}
        >
          <Icon src={filterOutline} />
        </button>
      )}
    </div>
  );
}
