import './catalogue.css';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SelectField } from '../../ui/field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CatalogueSkeleton } from './catalogue-skeleton.tsx';
import { everything, filterServices, tabsOf } from './filter.ts';
import { categoriesQuery, servicesQuery } from './queries.ts';
import { type Book, ServiceCard } from './service-card.tsx';

/**
 * What can be booked, found by name, category or tab (spec §2, Services). `onBook` must keep its identity;
 * `onRequest` is told what was looked for in vain.
 */
export function Catalogue({
  shown,
  onBook,
  onRequest,
}: {
  shown: boolean;
  onBook: Book;
  onRequest: (sought: string) => void;
}) {
  const services = useQuery({ ...servicesQuery(), enabled: shown });
  const categories = useQuery({ ...categoriesQuery(), enabled: shown });
  const [text, setText] = useState('');
  const [category, setCategory] = useState(everything);
  const sought = useDeferredValue(text);
  const panel = useId();
  const tabs = useMemo(() => tabsOf(categories.data ?? []), [categories.data]);
  const found = useMemo(
    () => filterServices(services.data ?? [], { text: sought, category }),
    [services.data, sought, category],
  );

  if (!services.data) {
    return services.error ? (
      <ErrorState error={services.error} onRetry={() => void services.refetch()} />
    ) : (
      <CatalogueSkeleton />
    );
  }
  const options = [
    { value: everything, label: 'All categories' },
    ...(categories.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <search className="finder">
        <SearchField
          label="Search services"
          placeholder="Search"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <SelectField
          label="Category"
          hiddenLabel
          options={options}
          value={category}
          onChange={(event) => setCategory(event.target.value)}
        />
      </search>
      <Tabs label="Service categories" value={category} onChange={setCategory} items={tabs} panelId={panel} />
      <div id={panel} role="tabpanel" aria-label={tabs.find(({ value }) => value === category)?.label}>
        <h2 className="visually-hidden">Services</h2>
        <p className="visually-hidden" role="status">
          {found.length === 1 ? '1 service' : `${found.length} services`}
        </p>
        {found.length ? (
          <ul className="service-list">
            {found.map((service) => (
              <li key={service.id}>
                <ServiceCard service={service} onBook={onBook} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState
            drawing="search"
            title="Don't see what you need?"
            text="Nothing here goes by that name. Ask for it, and the team replies within 2 hours."
            action={
              <div className="stack">
                <Button size="small" onClick={() => onRequest(text.trim())}>
                  Request Custom Service
                </Button>
                <Button
                  kind="plain"
                  size="small"
                  onClick={() => {
                    setText('');
                    setCategory(everything);
                  }}
                >
                  Show all services
                </Button>
              </div>
            }
          />
        )}
      </div>
    </>
  );
}
