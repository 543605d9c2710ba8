import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NetworkError } from '../../lib/api.ts';
import { useOnline } from '../../lib/online.ts';
import { Combobox, type Offer } from '../../ui/fields/combobox.tsx';
import { useSettled } from '../../ui/hooks/use-settled.ts';
import { peopleQuery } from './queries.ts';

/** Chooses any customer, found by the first letters of a name or address; the newest before typing. */
export function CustomerField({
  chosen,
  onChoose,
}: {
  chosen: Offer | null;
  onChoose: (customer: Offer | null) => void;
}) {
  const online = useOnline();
  const [words, setWords] = useState<string | null>(null);
  const settled = useSettled(words);
  const found = useQuery({
    ...peopleQuery(settled ?? ''),
    enabled: settled !== null && online,
    // The earlier results stay until the next ones arrive, so that the suggestions do not jump during typing.
    placeholderData: keepPreviousData,
  });
  const { data, error, isFetching } = found;
  return (
    <Combobox
      label="Customer"
      placeholder="All customers"
      chosen={chosen}
      onChoose={onChoose}
      onLook={setWords}
      offers={data?.offers}
      more={data?.more ?? false}
      busy={words !== settled || isFetching}
      nothing="Nobody has such a name or address."
      trouble={
        online
          ? error && !isFetching && !(error instanceof NetworkError)
            ? { text: 'The customers did not load.', onRetry: () => void found.refetch() }
            : undefined
          : { text: 'You are offline. Customers are found again when the network is back.' }
      }
    />
  );
}
