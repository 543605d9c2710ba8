import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Answer } from '../../../../api/contract/calls/calls.ts';
import { isolated } from '../../../../api/contract/rules/visible-text.ts';
import { keyOf } from '../../../lib/api.ts';
import type { BookingFields } from './drafts.ts';
import type { KeptForm } from './kept-form.tsx';

const lastWorkerQuery = () =>
  // Another visit may have been made since the last form.
  queryOptions<Answer<'readLastWorker'>>({ queryKey: keyOf('readLastWorker'), staleTime: 0 });

/** The wish that whoever made the last visit comes again; nothing for a person to whom nobody has come. */
export function SamePerson({
  form: { fields, change },
  signedIn,
}: {
  form: KeptForm<BookingFields>;
  signedIn: boolean;
}) {
  const { data } = useQuery({ ...lastWorkerQuery(), enabled: signedIn });
  if (!data?.hasCome) return null;
  const names = data.names.map(isolated).join(' and ');
  return (
    <label className="keep-home">
      <input
        type="checkbox"
        checked={fields.samePerson === 'yes'}
        onChange={({ target }) => change({ samePerson: target.checked ? 'yes' : '' })}
      />
      <span>{`The same person as last time, if possible${names && ` (${names})`}`}</span>
    </label>
  );
}
