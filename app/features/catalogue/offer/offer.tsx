import '../../../ui/lists/ruled.css';
import '../../../ui/fields/switch.css';
import '../catalogue.css';
import './offer.css';
import { useQuery } from '@tanstack/react-query';
import { addOutline, swapVerticalOutline } from 'ionicons/icons';
import { useId, useState } from 'react';
import type {
  Offer,
  OfferCategory,
  OfferCategoryDraft,
  OfferDraft,
  OfferService,
} from '../../../../api/contract/schemas/offer.ts';
import { formatMoney } from '../../../lib/money.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useOnline } from '../../../lib/online.ts';
import { CategoryGlyph } from '../../../shared/services/category-glyph.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { Note } from '../../../ui/note.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import CategorySheet from './category-sheet.tsx';
import { isAsInstalled } from './offered.ts';
import { findIn, offerQuery } from './queries.ts';
import { Reorder } from './reorder.tsx';
import { factsOf } from './service-fields.ts';
import ServiceSheet from './service-sheet.tsx';
import TogetherSheet from './together-sheet.tsx';
import { type Changes, useChanges } from './use-changes.ts';
import { categoriesToChoose, companionsOf, type Waiting } from './waiting.ts';
import { WaitingChanges } from './waiting-changes.tsx';

/** What is edited in a sheet; `null` stands for a new one. */
type Edited =
  | { kind: 'service'; service: OfferService | null; draft: OfferDraft | null; categoryId: string }
  | { kind: 'category'; category: OfferCategory | null; draft: OfferCategoryDraft | null }
  | { kind: 'together'; group: string | null }
  | { kind: 'order' };

/** The owner's services by category: read by everybody who may change them, changed with the network alone. */
export default function OfferSection({ shown }: { shown: boolean }) {
  const online = useOnline();
  const { data, error, refetch } = useQuery({ ...offerQuery(), enabled: shown });
  const [text, setText] = useState('');
  const [sheet, setSheet] = useState<{ edited: Edited | null; open: boolean; times: number }>({
    edited: null,
    open: false,
    times: 0,
  });
  const edit = (edited: Edited) => setSheet(({ times }) => ({ edited, open: true, times: times + 1 }));
  const changes = useChanges(data);
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton cards={3} height="12rem" label="Reading the offer" />
    );
  const found = findIn(data.categories, text);
  const choosable = categoriesToChoose(data);
  const first = choosable.find((one) => one.isOffered) ?? choosable[0];
  return (
    <div className="stack roomy">
      <p className="muted">{countText(data)}</p>
      {isAsInstalled(data) && (
        <Note>
          These services and prices came with the installation, and customers can book them as they stand.
          Change those that fit, and switch off the others.
        </Note>
      )}
      {!online && (
        <Note role="status">You are offline. The offer can be read; changing it needs the network.</Note>
      )}
      <div className="row wrap offer-acts">
        {first && (
          <Button
            size="small"
            icon={addOutline}
            off={!online}
            aria-label="New Service"
            onClick={() => edit({ kind: 'service', service: null, draft: null, categoryId: first.id })}
          >
            Service
          </Button>
        )}
        <Button
          size="small"
          kind="quiet"
          icon={addOutline}
          off={!online}
          aria-label="New Category"
          onClick={() => edit({ kind: 'category', category: null, draft: null })}
        >
          Category
        </Button>
        {data.categories.length > 1 && (
          <Button
            size="small"
            kind="quiet"
            icon={swapVerticalOutline}
            off={!online}
            aria-label="Order Categories"
            onClick={() => edit({ kind: 'order' })}
          >
            Order
          </Button>
        )}
      </div>
      <search>
        <SearchField
          label="Find a service"
          placeholder="Find a service"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </search>
      <WaitingChanges
        offer={data}
        onEdit={(waiting) => edit(editedOf(waiting))}
        onPublish={(group) => edit({ kind: 'together', group })}
      />
      {found.map((category) => (
        <CategorySection
          key={category.id}
          category={category}
          isFiltered={text.trim() !== ''}
          onEdit={edit}
          {...changes}
        />
      ))}
      {found.length === 0 && <Nothing isFiltered={text.trim() !== ''} />}
      <Sheets
        key={sheet.times}
        {...sheet}
        offer={data}
        onOrder={changes.onOrder}
        onClose={() => setSheet((now) => ({ ...now, open: false }))}
      />
    </div>
  );
}

const editedOf = (waiting: Waiting): Edited =>
  waiting.kind === 'category'
    ? { kind: 'category', category: waiting.published, draft: waiting.draft }
    : {
        kind: 'service',
        service: waiting.published,
        draft: waiting.draft,
        categoryId: waiting.draft.categoryId,
      };

function countText({ categories }: Offer): string {
  const services = categories.flatMap((one) => one.services.map((service) => ({ ...service, of: one })));
  const on = services.filter((one) => one.isOffered && one.of.isOffered).length;
  const off = services.length - on;
  return `${on} ${on === 1 ? 'service' : 'services'} on the offer${off > 0 ? `, ${off} not offered` : ''}`;
}

function CategorySection({
  category,
  isFiltered,
  onEdit,
  onOrder,
  onOffered,
  onCategoryOffered,
}: Changes & { category: OfferCategory; isFiltered: boolean; onEdit: (edited: Edited) => void }) {
  const id = useId();
  const online = useOnline();
  const { name, icon, services } = category;
  return (
    <section aria-labelledby={id} className={category.isOffered ? 'offer-category' : 'offer-category off'}>
      <div className="offer-head">
        <h2 id={id}>
          <CategoryGlyph icon={icon} size={20} />
          <span dir="auto">{name}</span>
        </h2>
        {!category.isOffered && <span className="badge">Not offered</span>}
        <Button
          size="small"
          kind="plain"
          aria-label={oneText`Edit the category ${name}`}
          onClick={() => onEdit({ kind: 'category', category, draft: null })}
        >
          Edit
        </Button>
        <Button
          size="small"
          kind="plain"
          off={!online}
          aria-label={oneText`Add a service to ${name}`}
          onClick={() => onEdit({ kind: 'service', service: null, draft: null, categoryId: category.id })}
        >
          Add
        </Button>
        <OfferSwitch
          name={name}
          isOffered={category.isOffered}
          onChange={(isOffered) => onCategoryOffered(category, isOffered)}
        />
      </div>
      {services.length === 0 ? (
        <p className="muted">No services yet. Customers do not see a category without any.</p>
      ) : (
        <Reorder
          items={services}
          label={oneText`Services of ${name}`}
          off={isFiltered || !online}
          onOrder={(ids) => onOrder(category.id, ids)}
        >
          {(service) => (
            <ServiceRow
              service={service}
              onEdit={() => onEdit({ kind: 'service', service, draft: null, categoryId: category.id })}
              onOffered={onOffered}
            />
          )}
        </Reorder>
      )}
    </section>
  );
}

function ServiceRow({
  service,
  onEdit,
  onOffered,
}: Pick<Changes, 'onOffered'> & { service: OfferService; onEdit: () => void }) {
  const { name, priceCents, isOffered } = service;
  return (
    <>
      <button type="button" className={isOffered ? 'offer-service' : 'offer-service off'} onClick={onEdit}>
        <span className="offer-name" dir="auto">
          {name}
        </span>
        <span className="muted offer-facts">{factsOf(service)}</span>
        <span className="offer-price">
          {priceCents === null ? 'By quote' : formatMoney(priceCents, { trimZeros: true })}
        </span>
      </button>
      <OfferSwitch name={name} isOffered={isOffered} onChange={(on) => onOffered(service, on)} />
    </>
  );
}

/** Puts a service or a category on the offer, or takes it off. */
function OfferSwitch({
  name,
  isOffered,
  onChange,
}: {
  name: string;
  isOffered: boolean;
  onChange: (isOffered: boolean) => void;
}) {
  const online = useOnline();
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={isOffered}
      aria-disabled={!online || undefined}
      aria-label={oneText`Offer ${name}`}
      onClick={() => online && onChange(!isOffered)}
    />
  );
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState drawing="search" title="No service found" text="None has this in its name or search words." />
  ) : (
    <EmptyState
      drawing="search"
      title="Nothing on the offer"
      text="Make a category first; services stand in categories."
    />
  );

function Sheets({
  edited,
  open,
  offer,
  onOrder,
  onClose,
}: {
  edited: Edited | null;
  open: boolean;
  offer: Offer;
  onOrder: Changes['onOrder'];
  onClose: () => void;
}) {
  if (!edited) return null;
  const { categories, drafts = [], categoryDrafts = [] } = offer;
  const common = { open, onClose };
  if (edited.kind === 'together') return <TogetherSheet offer={offer} group={edited.group} {...common} />;
  if (edited.kind === 'category')
    return (
      <CategorySheet
        category={edited.category}
        draft={edited.draft}
        waiting={categoryDrafts.find(({ categoryId }) => categoryId === edited.category?.id) ?? null}
        companions={edited.draft ? companionsOf(offer, edited.draft) : 0}
        {...common}
      />
    );
  if (edited.kind === 'service')
    return (
      <ServiceSheet
        service={edited.service}
        draft={edited.draft}
        waiting={drafts.find(({ serviceId }) => serviceId === edited.service?.id) ?? null}
        companions={edited.draft ? companionsOf(offer, edited.draft) : 0}
        categoryId={edited.categoryId}
        categories={categoriesToChoose(offer)}
        {...common}
      />
    );
  return (
    <Sheet open={open} title="Order of the categories" onClose={onClose}>
      <Reorder items={categories} label="Categories" off={false} onOrder={(ids) => onOrder(null, ids)}>
        {({ name }) => (
          <span className="offer-name offer-only" dir="auto">
            {name}
          </span>
        )}
      </Reorder>
    </Sheet>
  );
}
