import '../../ui/lists/ruled.css';
import './customers.css';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { rowsOf } from '../../lib/cache/pages.ts';
import { searchOf } from '../../lib/search.ts';
import { plansQuery } from '../../shared/plan-facts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { useTyped } from '../../ui/hooks/use-typed.ts';
import { More } from '../../ui/lists/more.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { CustomerRow } from './customer-row.tsx';
import { type CustomerFilter, filterOf, roleOptions, tierOptions } from './filter.ts';
import { customersQuery } from './queries.ts';

interface ListProps {
  /** Whether the list is the visible page. */
  shown: boolean;
  /** The query of the address, which keeps the search. */
  search: string;
  onSearch: (search: string) => void;
  /** The person shown beside the list, with two panes. */
  selectedId?: string | undefined;
}

/** Everybody who has ever signed in, the newest first, found by name, address, role and plan. */
export function Customers({ shown, search, onSearch, selectedId }: ListProps) {
  const filter = useMemo(() => filterOf(new URLSearchParams(search)), [search]);
  const narrow = (change: Partial<CustomerFilter>) => onSearch(searchOf({ ...filter, ...change }));
  return (
    <div className="stack roomy">
      <Finder shown={shown} filter={filter} onNarrow={narrow} />
      <List
        shown={shown}
        filter={filter}
        selectedId={selectedId}
        onAll={() => onSearch(searchOf({ text: '', role: '', tier: '' }))}
      />
    </div>
  );
}

function Finder({
  shown,
  filter,
  onNarrow,
}: {
  shown: boolean;
  filter: CustomerFilter;
  onNarrow: (change: Partial<CustomerFilter>) => void;
}) {
  const [text, setText] = useTyped(filter.text, (typed) => onNarrow({ text: typed }));
  const offer = useQuery({ ...plansQuery(), enabled: shown });
  return (
    <search className="people-finder">
      <SearchField
        label="Search customers"
        placeholder="Name, e-mail or phone"
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <SelectField
        label="Plan"
        hiddenLabel
        options={tierOptions(offer.data)}
        value={filter.tier}
        onChange={(event) => onNarrow({ tier: event.target.value })}
      />
      <SelectField
        label="Role"
        hiddenLabel
        options={roleOptions}
        value={filter.role}
        onChange={(event) => onNarrow({ role: event.target.value })}
      />
    </search>
  );
}

function List({
  shown,
  filter,
  selectedId,
  onAll,
}: {
  shown: boolean;
  filter: CustomerFilter;
  selectedId: string | undefined;
  onAll: () => void;
}) {
  const list = useInfiniteQuery({
    ...customersQuery(filter),
    enabled: shown,
    // The earlier results stay until the next ones arrive, so that the list does not jump during typing.
    placeholderData: keepPreviousData,
  });
  if (!list.data)
    return list.error ? (
      <ErrorState error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <Skeleton cards={6} height="4.75rem" label="Reading the customers" />
    );
  const people = rowsOf(list.data);
  const search = searchOf(filter);
  if (!people.length)
    return (
      <EmptyState
        drawing="search"
        title="Nobody is found"
        text={search ? 'Nobody has such a name, address, role and plan.' : 'Nobody has signed in yet.'}
        action={
          search && (
            <Button size="small" kind="quiet" onClick={onAll}>
              Show everybody
            </Button>
          )
        }
      />
    );
  return (
    <>
      <p className="visually-hidden" role="status">
        {list.isPlaceholderData ? '' : `${people.length}${list.hasNextPage ? ' or more' : ''} found`}
      </p>
      <ul className="ruled people-list" aria-busy={list.isPlaceholderData || undefined}>
        {people.map((person) => (
          <li key={person.id} data-row>
            <CustomerRow
              person={person}
              search={search}
              selected={person.id === selectedId}
              replace={selectedId !== undefined}
            />
          </li>
        ))}
      </ul>
      <More list={list} />
    </>
  );
}
