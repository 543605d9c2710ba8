import './catalogue.css';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, startTransition, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { ServiceCategory } from '../../../api/contract/schemas/catalogue.ts';
import { oneText } from '../../lib/one-text.ts';
import { useReplyTime } from '../../lib/session.ts';
import { CategoryGlyph } from '../../shared/services/category-glyph.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { useFirstWait } from '../../ui/hooks/use-first-wait.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CatalogueSkeleton } from './catalogue-skeleton.tsx';
import { everything, filledOf, filterServices, type Section, sectionsOf, tabsOf } from './filter.ts';
import { categoriesQuery, servicesQuery } from './queries.ts';
import { type Book, ServiceCard } from './service-card.tsx';
import { useSection } from './use-section.ts';

/** The longest time for which the services wait for the content before them. */
const patienceMs = 1000;

/**
 * The bookable services by category, found by name, category or tab (spec §2, Services). A tab leads to its section,
 * and follows the scrolling. `onBook` must keep its identity; `onRequest` receives a search text without a result.
 */
export function Catalogue({
  shown,
  onBook,
  onRequest,
  first,
  firstWaits,
}: {
  shown: boolean;
  onBook: Book;
  onRequest: (sought: string) => void;
  /** Content before all services, shown without a search. */
  first?: ReactNode;
  /** Whether that content is still being read; later it would push the services down. */
  firstWaits: boolean;
}) {
  const services = useQuery({ ...servicesQuery(), enabled: shown });
  const categories = useQuery({ ...categoriesQuery(), enabled: shown });
  const [text, setText] = useState('');
  const [category, setCategory] = useState(everything);
  const panel = useId();
  const list = useRef<HTMLDivElement>(null);
  const chips = useRef<HTMLDivElement>(null);
  const wait = useFirstWait(services.data !== undefined, firstWaits, patienceMs, shown);
  const { section, goTo } = useSection(list, chips, services.data !== undefined && wait !== 'waiting');
  const filled = useMemo(
    () => filledOf(categories.data ?? [], services.data ?? []),
    [categories.data, services.data],
  );
  const tabs = useMemo(() => tabsOf(filled), [filled]);
  const isSought = text.trim() !== '' || category !== everything;
  const found = useMemo(
    () => filterServices(services.data ?? [], { text, category }),
    [services.data, text, category],
  );
  const all = useMemo(() => sectionsOf(services.data ?? []), [services.data]);
  const results = useMemo(() => (isSought ? sectionsOf(found) : []), [isSought, found]);
  const sections = isSought ? results : all;

  const showAll = () => {
    setText('');
    setCategory(everything);
  };
  // A tab of a section that was filtered out, or the category of the address; the page scrolls there once it is shown.
  const awaited = useRef(new URLSearchParams(location.search).get('category'));
  const lead = (id: string) => {
    if (category === everything && goTo(id)) return;
    awaited.current = id;
    showAll();
  };
  useEffect(() => {
    if (wait !== 'waiting' && sections.length && awaited.current && goTo(awaited.current))
      awaited.current = null;
  }, [sections, wait, goTo]);

  if (!services.data && services.error)
    return <ErrorState error={services.error} onRetry={() => void services.refetch()} />;
  if (!services.data || wait === 'waiting') return <CatalogueSkeleton />;
  return (
    <>
      <Finder {...{ text, setText, category, setCategory }} categories={filled} />
      <div ref={chips} className="service-chips">
        <Tabs
          label="Service categories"
          value={category === everything ? section : category}
          onChange={lead}
          items={tabs}
          panelId={panel}
        />
      </div>
      <div id={panel} ref={list} className="service-sections" role="tabpanel" aria-label="Services">
        <p className="visually-hidden" role="status">
          {found.length === 1 ? '1 service' : `${found.length} services`}
        </p>
        <div className="service-sections" data-away={isSought || found.length === 0 || undefined}>
          {wait === 'over' && first}
          <Sections sections={all} panel={panel} onBook={onBook} />
        </div>
        {isSought && found.length > 0 && <Results sections={results} panel={panel} onBook={onBook} />}
        {found.length === 0 && <NothingFound onRequest={() => onRequest(text.trim())} onShowAll={showAll} />}
      </div>
    </>
  );
}

function Finder({
  text,
  setText,
  category,
  setCategory,
  categories,
}: {
  text: string;
  setText: (text: string) => void;
  category: string;
  setCategory: (id: string) => void;
  categories: readonly Pick<ServiceCategory, 'id' | 'name'>[];
}) {
  const options = [
    { value: everything, label: 'All categories' },
    ...categories.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
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
  );
}

/** The cards that are rendered in one go: more than fit on a screen, few enough for a slow phone's fingers. */
const sliceOfCards = 24;
/** The cards that a search renders in the frame of a key: as many as a phone has room for. */
const foundAtOnce = 6;
/** The rest after the last key until the others follow: between two keys a slow phone has no time for them. */
const restMs = 300;

const countOf = (sections: readonly Section[]): number =>
  sections.reduce((sum, { services }) => sum + services.length, 0);

/**
 * The list of what a search finds, in place of all services. Cards that the next letter finds, too, stay. Once those
 * beyond the screen have followed, in slices, the list is made anew: a slow phone needs six times as long to take each
 * card that was not found out of a long one.
 */
const Results = memo(function Results({
  sections,
  panel,
  onBook,
}: {
  sections: Section[];
  panel: string;
  onBook: Book;
}) {
  const [list, setList] = useState({ of: sections, made: 0, count: foundAtOnce });
  if (list.of !== sections)
    setList({ of: sections, made: list.made + (list.count > foundAtOnce ? 1 : 0), count: foundAtOnce });
  const { made, count } = list;
  const total = countOf(sections);
  useEffect(() => {
    if (count >= total) return;
    const follow = () => startTransition(() => setList({ of: sections, made, count: count + sliceOfCards }));
    const timer = setTimeout(follow, count === foundAtOnce ? restMs : 0);
    return () => clearTimeout(timer);
  }, [sections, made, count, total]);
  let before = 0;
  return sections.map((section) => {
    const services = section.services.slice(0, Math.max(0, count - before));
    const drawn = foundAtOnce - before;
    before += section.services.length;
    return (
      services.length > 0 && (
        <ServiceSection
          key={`${made} ${section.id}`}
          section={services.length < section.services.length ? { ...section, services } : section}
          filled={services.length}
          drawn={drawn}
          panel={`${panel}-found`}
          onBook={onBook}
        />
      )
    );
  });
});

/**
 * The first cards are rendered at once; the others follow in slices, so that a slow phone shows the first ones early
 * and reacts to the finger meanwhile.
 */
const Sections = memo(function Sections({
  sections,
  panel,
  onBook,
}: {
  sections: Section[];
  panel: string;
  onBook: Book;
}) {
  const total = countOf(sections);
  const [reached, setReached] = useState({ of: sections, count: sliceOfCards });
  const count = reached.of === sections ? reached.count : sliceOfCards;
  useEffect(() => {
    if (count < total) startTransition(() => setReached({ of: sections, count: count + sliceOfCards }));
  }, [sections, count, total]);
  let before = 0;
  return sections.map((section) => {
    const first = before;
    before += section.services.length;
    return (
      <ServiceSection
        key={section.id}
        section={section}
        filled={Math.max(0, Math.min(section.services.length, count - first))}
        panel={panel}
        onBook={onBook}
      />
    );
  });
});

const ServiceSection = memo(function ServiceSection({
  section: { id, name, icon, services },
  filled,
  drawn = 0,
  panel,
  onBook,
}: {
  section: Section;
  /** The number of cards that are rendered; the places of the others are kept free. */
  filled: number;
  /** The number of cards that are drawn at once, without a look at whether they are on screen. */
  drawn?: number;
  panel: string;
  onBook: Book;
}) {
  return (
    <section data-section={id} aria-labelledby={`${panel}-${id}`}>
      <h2 id={`${panel}-${id}`}>
        <CategoryGlyph icon={icon} size={20} />
        <span>{name}</span>
      </h2>
      <ul className="service-list">
        {services.map((service, index) => (
          <li key={service.id} className={index < drawn ? 'found-first' : undefined}>
            {index < filled && <ServiceCard service={service} onBook={onBook} />}
          </li>
        ))}
      </ul>
    </section>
  );
});

function NothingFound({ onRequest, onShowAll }: { onRequest: () => void; onShowAll: () => void }) {
  const soon = useReplyTime();
  return (
    <EmptyState
      drawing="search"
      title="Don't see what you need?"
      text={oneText`Nothing here goes by that name. Ask for it, and the team replies${soon}.`}
      action={
        <div className="stack">
          <Button size="small" onClick={onRequest}>
            Request Custom Service
          </Button>
          <Button kind="plain" size="small" onClick={onShowAll}>
            Show all services
          </Button>
        </div>
      }
    />
  );
}
