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
import { useWholeCards } from '../../ui/hooks/use-wide.ts';
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
  const whole = useWholeCards();
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
          <Sections sections={all} {...{ panel, whole, onBook }} />
        </div>
        <div className="service-sections" data-away={results.length === 0 || undefined}>
          <Results sections={results} {...{ panel, whole, onBook }} />
        </div>
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

interface Listed {
  sections: Section[];
  /** The prefix of the headings' ids. */
  panel: string;
  /** Whether cards show their whole text. */
  whole: boolean;
  onBook: Book;
}

const countOf = (sections: readonly Section[]): number =>
  sections.reduce((sum, { services }) => sum + services.length, 0);

/**
 * The list of what a search finds, in place of all services; others follow when a reader comes to its end. A slow phone
 * needs most of its time for cards that are new to the page, so sections and cards are told apart by their places, and
 * become the next ones. While nothing is sought or found, they stay, unseen.
 */
const Results = memo(
  function Results({ sections, ...rest }: Listed) {
    const [reached, setReached] = useState({ of: sections, count: foundAtOnce });
    const count = reached.of === sections ? reached.count : foundAtOnce;
    const hasMore = count < countOf(sections);
    const end = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (!end.current || !hasMore) return;
      const watch = new IntersectionObserver(([last]) => {
        if (last?.isIntersecting)
          startTransition(() => setReached({ of: sections, count: count + sliceOfCards }));
      });
      watch.observe(end.current);
      return () => watch.disconnect();
    }, [sections, count, hasMore]);
    let before = 0;
    return (
      <>
        {sections.map((section, place) => {
          const services = section.services.slice(0, Math.max(0, count - before));
          const drawn = foundAtOnce - before;
          before += section.services.length;
          return (
            services.length > 0 && (
              <ServiceSection
                // biome-ignore lint/suspicious/noArrayIndexKey: a section becomes the next one in its place
                key={place}
                section={services.length < section.services.length ? { ...section, services } : section}
                filled={services.length}
                drawn={drawn}
                {...rest}
                panel={`${rest.panel}-found`}
              />
            )
          );
        })}
        <div ref={end} className="found-end" />
      </>
    );
  },
  (before, { sections, whole, onBook }) =>
    sections.length === 0 ||
    (sections === before.sections && whole === before.whole && onBook === before.onBook),
);

/**
 * The first cards are rendered at once; the others follow in slices, so that a slow phone shows the first ones early
 * and reacts to the finger meanwhile.
 */
const Sections = memo(function Sections({ sections, ...rest }: Listed) {
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
        {...rest}
      />
    );
  });
});

const ServiceSection = memo(function ServiceSection({
  section: { id, name, icon, services },
  filled,
  drawn,
  panel,
  whole,
  onBook,
}: Omit<Listed, 'sections'> & {
  section: Section;
  /** The number of cards that are rendered; the places of the others are kept free. */
  filled: number;
  /** For cards of a search: the number that is drawn at once, without a look at whether they are on screen. */
  drawn?: number;
}) {
  return (
    <section data-section={id} aria-labelledby={`${panel}-${id}`}>
      <h2 id={`${panel}-${id}`}>
        <CategoryGlyph icon={icon} size={20} />
        <span>{name}</span>
      </h2>
      <ul className="service-list">
        {services.map((service, index) => (
          <li
            key={drawn === undefined ? service.id : index}
            className={index < (drawn ?? 0) ? 'found-first' : undefined}
          >
            {index < filled && <ServiceCard service={service} whole={whole} onBook={onBook} />}
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
