import { useQuery } from '@tanstack/react-query';
import { fullNameOf } from '../../lib/full-name.ts';
import { useMay } from '../../lib/may.ts';
import { oneText } from '../../lib/one-text.ts';
import { Chip } from '../../ui/chip.tsx';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { type AuditFilter, actOptions } from './filter.ts';
import { concernedQuery, teamQuery } from './queries.ts';

/** Filters by administrator, kind of act and time, and by customer if the log was opened from a customer's page. */
export function AuditFilters({
  shown,
  filter,
  onFilter,
}: {
  shown: boolean;
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
}) {
  const mayNames = useMay()('customers.read');
  const { data: team = [] } = useQuery({ ...teamQuery(), enabled: shown && mayNames });
  const actors = team.map((person) => ({ value: person.id, label: fullNameOf(person) }));
  // A former administrator can still be found by the address.
  if (filter.actor && !actors.some(({ value }) => value === filter.actor))
    actors.push({ value: filter.actor, label: 'Somebody else' });
  const narrow = (change: Partial<AuditFilter>) => onFilter({ ...filter, ...change });
  return (
    <search className="audit-filters">
      <SelectField
        label="Who"
        options={[{ value: '', label: 'Everybody' }, ...actors]}
        value={filter.actor}
        onChange={(event) => narrow({ actor: event.target.value })}
      />
      <SelectField
        label="What"
        options={actOptions}
        value={filter.act}
        onChange={(event) => narrow({ act: event.target.value })}
      />
      <TextField
        label="From"
        type="date"
        max={filter.to || undefined}
        value={filter.from}
        onChange={(event) => narrow({ from: event.target.value })}
      />
      <TextField
        label="To"
        type="date"
        min={filter.from || undefined}
        value={filter.to}
        onChange={(event) => narrow({ to: event.target.value })}
      />
      {filter.user && <Concerned id={filter.user} shown={shown} onAll={() => narrow({ user: '' })} />}
    </search>
  );
}

function Concerned({ id, shown, onAll }: { id: string; shown: boolean; onAll: () => void }) {
  const mayNames = useMay()('customers.read');
  const { data } = useQuery({ ...concernedQuery(id), enabled: shown && mayNames });
  const name = data ? fullNameOf(data) : 'one customer';
  return (
    <Chip label={oneText`Concerns ${name}`} action={oneText`Concerns ${name}: show all`} onTap={onAll} />
  );
}
