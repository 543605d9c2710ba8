import './sheets.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  type BookingStatus,
  bookingStatuses,
  paymentFilters,
} from '../../../api/contract/schemas/bookings.ts';
import { StatusBadge } from '../../shared/bookings/status-badge.tsx';
import { May } from '../../shared/may.tsx';
import { Button } from '../../ui/button.tsx';
import { dialogsLeft } from '../../ui/dialogs/back-closes.ts';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import type { Offer } from '../../ui/fields/combobox.tsx';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { CustomerField } from './customer-field.tsx';
import { type Filter, noFilter, paymentLabels, statusesOf, withStatuses } from './filter.ts';
import { categoriesQuery } from './queries.ts';

/** All filters of the list of bookings; they take effect when applied. */
export default function FilterSheet({
  filter,
  customerName,
  open,
  onApply,
  onClose,
}: {
  filter: Filter;
  /** The name of the filter's customer, once known. */
  customerName: string | undefined;
  open: boolean;
  onApply: (filter: Filter) => void;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState(filter);
  const [picked, setPicked] = useState<Offer | null>(null);
  // The sheet opens with the list's present filter.
  const begin = useEffectEvent(() => setDraft(filter));
  useEffect(() => {
    if (open) begin();
  }, [open]);
  const set = (change: Partial<Filter>) => setDraft((before) => ({ ...before, ...change }));
  const name = picked?.id === draft.customer ? picked.name : customerName;
  const statuses = statusesOf(draft);
  const toggle = (status: BookingStatus) =>
    set({
      status: bookingStatuses
        .filter((one) => (one === status ? !statuses.includes(one) : statuses.includes(one)))
        .join(','),
    });
  const apply = () => {
    const { from, to } = draft;
    const turned = from && to && from > to ? { from: to, to: from } : {};
    onClose();
    void dialogsLeft().then(() => onApply({ ...draft, ...turned, status: withStatuses(statuses) }));
  };
  return (
    <Sheet open={open} title="Filter" onClose={onClose}>
      <Form className="stack roomy" onSubmit={apply}>
        <fieldset className="status-checks">
          <legend>Status</legend>
          {bookingStatuses.map((status) => (
            <label key={status}>
              <input type="checkbox" checked={statuses.includes(status)} onChange={() => toggle(status)} />
              <StatusBadge status={status} />
            </label>
          ))}
        </fieldset>
        <Days draft={draft} set={set} />
        <May do="customers.read">
          <CustomerField
            chosen={draft.customer ? { id: draft.customer, name: name ?? 'One customer' } : null}
            onChoose={(customer) => {
              setPicked(customer);
              set({ customer: customer?.id ?? '' });
            }}
          />
        </May>
        <Choices draft={draft} set={set} open={open} />
        <TextField
          label="Booking, customer or service"
          type="search"
          autoComplete="off"
          maxLength={100}
          value={draft.text}
          onChange={(event) => set({ text: event.target.value })}
        />
        <div className="sheet-actions">
          <Button type="submit" wide>
            Show Bookings
          </Button>
          <Button kind="quiet" wide onClick={() => setDraft(noFilter)}>
            Clear All
          </Button>
        </div>
      </Form>
    </Sheet>
  );
}

interface PartProps {
  draft: Filter;
  set: (change: Partial<Filter>) => void;
}

function Days({ draft, set }: PartProps) {
  return (
    <div className="desk-days">
      <TextField
        label="Scheduled from"
        type="date"
        value={draft.from}
        onChange={(event) => set({ from: event.target.value })}
      />
      <TextField
        label="Scheduled until"
        type="date"
        value={draft.to}
        onChange={(event) => set({ to: event.target.value })}
      />
    </div>
  );
}

function Choices({ draft, set, open }: PartProps & { open: boolean }) {
  const { data: categories = [] } = useQuery({ ...categoriesQuery(), enabled: open });
  return (
    <>
      <SelectField
        label="Category"
        options={[
          { value: '', label: 'All categories' },
          ...categories.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={draft.category}
        onChange={(event) => set({ category: event.target.value })}
      />
      <SelectField
        label="Payment"
        options={[
          { value: '', label: 'However it is paid' },
          ...paymentFilters.map((type) => ({ value: type as string, label: paymentLabels[type] })),
        ]}
        value={draft.payment}
        onChange={(event) => set({ payment: event.target.value })}
      />
    </>
  );
}
