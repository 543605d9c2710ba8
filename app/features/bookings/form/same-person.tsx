import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Answer } from '../../../../api/contract/calls/calls.ts';
import { isolated } from '../../../../api/contract/rules/visible-text.ts';
import { keyOf } from '../../../lib/api.ts';

const lastWorkerQuery = () => queryOptions<Answer<'readLastWorker'>>({ queryKey: keyOf('readLastWorker') });

/** The wish that whoever made the last visit comes again; nothing for a person to whom nobody has come. */
export function SamePerson({
  signedIn,
  value,
  onChange,
}: {
  signedIn: boolean;
  value: string | undefined;
  onChange: (value: '' | 'yes') => void;
}) {
  const { data } = useQuery({ ...lastWorkerQuery(), enabled: signedIn });
  if (!data?.hasCome) return null;
  const names = data.names.map(isolated).join(' and ');
  return (
    <label className="keep-home">
      <input
        type="checkbox"
        checked={value === 'yes'}
        onChange={({ target }) => onChange(target.checked ? 'yes' : '')}
      />
      <span>{`The same person as last time, if possible${names && ` (${names})`}`}</span>
    </label>
  );
}
