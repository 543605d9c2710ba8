import '../../ui/lists/ruled.css';
import './desk.css';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { optionsOutline } from 'ionicons/icons';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useId,
  useMemo,
  useState,
} from 'react';
import type { AdminBooking } from '../../../api/contract/calls/admin-booking-calls.ts';
import { rowsOf } from '../../lib/cache/pages.ts';
import { fullNameOf } from '../../lib/full-name.ts';
import { useMay } from '../../lib/may.ts';
import { searchOf } from '../../lib/search.ts';
import { useZone } from '../../lib/session.ts';
import { formatDate, fromLocalInput } from '../../lib/time/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { useTyped } from '../../ui/hooks/use-typed.ts';
import { More } from '../../ui/lists/more.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { BookingRow } from './booking-row.tsx';
import {
  type Filter,
  filterOf,
  narrowing,
  noFilter,
  type Piece,
  piecesOf,
  tabLabels,
  tabOf,
  tabs,
} from './filter.ts';
import { allBookingsQuery, categoriesQuery, personQuery, summaryQuery } from './queries.ts';
import { BookingTable } from './table/booking-table.tsx';
import { ChosenBar } from './table/chosen-bar.tsx';
import { SavedBar } from './table/saved-bar.tsx';
import { useActions } from './use-actions.tsx';
import { countText, nameOf } from './words.ts';

const FilterSheet = lazy(() => import('./filter-sheet.tsx'));

interface DeskProps {
  /** Whether the list is the visible page. */
  shown: boolean;
  /** The query of the address, which keeps the filter. */
  search: string;
  onSearch: (search: string) => void;
  /** The booking shown beside the list, with two panes. */
  selectedId?: string | undefined;
  /** The list's own title, for a list beside a page that has another one. */
  title?: string;
  /** Whether there is room for a table. */
  table?: boolean;
  /** The list's tools, behind one button in the line of the search. */
  tools?: ReactNode;
  /** Marks of a booking's unsent or refused changes. */
  Marks: ComponentType<{ bookingId: string }>;
}

/** The bookings of all customers, by status and by other filters (spec §2, Admin). */
export function BookingsDesk({ shown, search, onSearch, selectedId, title, table, tools, Marks }: DeskProps) {
  const panel = useId();
  const filter = useMemo(() => filterOf(new URLSearchParams(search)), [search]);
  const list = useInfiniteQuery({
    ...allBookingsQuery(filter),
    enabled: shown,
    // The earlier results stay until the next ones arrive, so that the list does not jump during typing.
    placeholderData: keepPreviousData,
  });
  const summary = useQuery({ ...summaryQuery(filter), enabled: shown, placeholderData: keepPreviousData });
  const bookings = useMemo(() => list.data && rowsOf(list.data), [list.data]);
  const { dialogs, ...actions } = useActions((id) => bookings?.find((booking) => booking.id === id));
  const narrow = (next: Filter) => onSearch(searchOf(next));
  const tab = tabOf(filter);
  const counts = summary.data?.tabs;
  const { chosen, choose, none } = useChosen(bookings);
  return (
    <div className="desk">
      <Finder
        shown={shown}
        filter={filter}
        bookings={bookings ?? []}
        onNarrow={narrow}
        title={title}
        tools={tools}
      />
      <Tabs
        label="Bookings by status"
        value={tab}
        onChange={(next) => narrow({ ...filter, status: next === 'all' ? '' : next })}
        items={tabs.map((value) => ({
          value,
          label: tabLabels[value],
          ...(counts && { count: countText(counts[value]) }),
        }))}
        panelId={panel}
      />
      <div id={panel} role="tabpanel" aria-label={tabLabels[tab]} className="desk">
        <h2 className="visually-hidden">{tabLabels[tab]}</h2>
        {!bookings ? (
          list.error ? (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} />
          ) : (
            <Skeleton cards={6} height="3.5rem" label="Reading the bookings" />
          )
        ) : bookings.length ? (
          <>
            <p className="visually-hidden" role="status">
              {list.isPlaceholderData ? '' : `${bookings.length}${list.hasNextPage ? ' or more' : ''} found`}
            </p>
            {chosen.size > 0 && <ChosenBar ids={[...chosen]} onNone={none} />}
            {table ? (
              <BookingTable
                bookings={bookings}
                filter={filter}
                onNarrow={narrow}
                busy={list.isPlaceholderData}
                chosen={chosen}
                onChoose={choose}
                Marks={Marks}
                {...actions}
              />
            ) : (
              <ul className="ruled" aria-busy={list.isPlaceholderData || undefined}>
                {bookings.map((booking) => (
                  <li key={booking.id}>
                    <BookingRow
                      booking={booking}
                      search={searchOf(filter)}
                      selected={booking.id === selectedId}
                      replace={selectedId !== undefined}
                      Marks={Marks}
                      {...actions}
                    />
                  </li>
                ))}
              </ul>
            )}
          </>
        ) : (
          <NoBookings filter={filter} onAll={() => narrow(noFilter)} />
        )}
      </div>
      {bookings && <More list={list} />}
      {dialogs}
    </div>
  );
}

const noneChosen: ReadonlySet<string> = new Set();

/** The chosen bookings among those that are listed. */
function useChosen(bookings: readonly AdminBooking[] | undefined) {
  const [all, setAll] = useState(noneChosen);
  const chosen = useMemo(
    () => new Set(bookings?.filter(({ id }) => all.has(id)).map(({ id }) => id)),
    [bookings, all],
  );
  const choose = useCallback((ids: readonly string[], isChosen: boolean) => {
    setAll((before) => {
      const next = new Set(before);
      for (const id of ids)
        if (isChosen) next.add(id);
        else next.delete(id);
      return next;
    });
  }, []);
  return { chosen, choose, none: useCallback(() => setAll(noneChosen), []) };
}

function NoBookings({ filter, onAll }: { filter: Filter; onAll: () => void }) {
  const tab = tabOf(filter);
  const narrowed = searchOf(narrowing(filter)) !== '';
  const alone = searchOf({ ...narrowing(filter), status: '' }) === '';
  return (
    <EmptyState
      drawing={narrowed && !alone ? 'search' : 'calendar'}
      title={tab === 'all' || !alone ? 'No bookings found' : `No ${tabLabels[tab].toLowerCase()} bookings`}
      text={
        narrowed
          ? alone
            ? 'There is nothing to do here now.'
            : 'No booking fits your filter.'
          : 'What customers book stands here.'
      }
      action={
        narrowed && (
          <Button size="small" kind="quiet" onClick={onAll}>
            Show all bookings
          </Button>
        )
      }
    />
  );
}

/** The search field, the filter's button, and the parts of the filter that can be removed. */
function Finder({
  shown,
  filter,
  bookings,
  onNarrow,
  title,
  tools,
}: {
  shown: boolean;
  filter: Filter;
  bookings: readonly AdminBooking[];
  onNarrow: (filter: Filter) => void;
  title: string | undefined;
  tools: ReactNode;
}) {
  const zone = useZone();
  const [text, setText] = useTyped(filter.text, (typed) => onNarrow({ ...filter, text: typed }));
  const [sheet, setSheet] = useState<{ open: boolean }>();
  const { data: categories } = useQuery({ ...categoriesQuery(), enabled: filter.category !== '' });
  const mayNames = useMay()('customers.read');
  const customer = bookings.find((booking) => booking.customer.id === filter.customer)?.customer;
  const { data: person } = useQuery({
    ...personQuery(filter.customer),
    enabled: shown && mayNames && filter.customer !== '' && !customer,
  });
  const customerName = customer ? nameOf(customer) : person && fullNameOf(person);
  const pieces = piecesOf(
    filter,
    {
      category: categories?.find(({ id }) => id === filter.category)?.name,
      customer: customerName,
    },
    (day) => formatDate(fromLocalInput(`${day}T12:00`, zone), zone),
  );
  const tab = tabOf(filter);
  const button = (
    <Button size="small" kind="quiet" icon={optionsOutline} onClick={() => setSheet({ open: true })}>
      Filter
    </Button>
  );
  return (
    <>
      {title && (
        <div className="row spread">
          <h2 className="list-pane-title">{title}</h2>
          {button}
        </div>
      )}
      <search className="desk-finder">
        <SearchField
          label="Search bookings"
          placeholder="Search bookings"
          title="By number, customer or service"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {!title && button}
        {tools}
        {!title && (
          <SavedBar
            filter={filter}
            parts={[...(tab === 'all' ? [] : [tabLabels[tab]]), ...pieces.map(({ label }) => label)]}
            onNarrow={onNarrow}
          />
        )}
      </search>
      {pieces.length > 0 && <Pieces pieces={pieces} onNarrow={onNarrow} />}
      <Suspense>
        {sheet && (
          <FilterSheet
            filter={filter}
            customerName={customerName}
            open={sheet.open}
            onApply={onNarrow}
            onClose={() => setSheet({ open: false })}
          />
        )}
      </Suspense>
    </>
  );
}

function Pieces({ pieces, onNarrow }: { pieces: readonly Piece[]; onNarrow: (filter: Filter) => void }) {
  return (
    <ul className="desk-chips" aria-label="Filter">
      {pieces.map(({ label, without }) => (
        <li key={label}>
          <Chip label={label} action={`Remove ${label}`} onTap={() => onNarrow(without)} />
        </li>
      ))}
    </ul>
  );
}
