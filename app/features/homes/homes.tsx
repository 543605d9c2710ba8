import './homes.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addOutline, chevronForwardOutline, homeOutline } from 'ionicons/icons';
import { useState } from 'react';
import { homeLimits } from '../../../api/contract/rules/homes/home-terms.ts';
import type { Home, SuggestedHome } from '../../../api/contract/schemas/homes/homes.ts';
import { call } from '../../lib/api.ts';
import { reasonOf } from '../../lib/reason.ts';
import { homesQuery, shortName, wholeAddress } from '../../shared/homes/homes.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { isWhole } from './home-fields.ts';
import { HomeSheet } from './home-sheet.tsx';

/** The homes that a member books for, to be changed, joined and deleted. */
export default function Homes({ shown }: { shown: boolean }) {
  const { data, error, refetch } = useQuery({ ...homesQuery(), enabled: shown });
  const [open, setOpen] = useState<{ home: Home | null } | null>(null);
  const homes = data?.homes ?? [];
  return (
    <Card className="stack" aria-labelledby="homes">
      <div>
        <h2 id="homes">Homes</h2>
        <p className="muted">
          A booking begins with one of these. Changing or deleting a home changes no booking.
        </p>
      </div>
      {data ? (
        <>
          {data.suggested.length > 0 && <Suggested places={data.suggested} />}
          {homes.length > 0 && (
            <ul className="home-list">
              {homes.map((home) => (
                <HomeRow key={home.id} home={home} onOpen={() => setOpen({ home })} />
              ))}
            </ul>
          )}
          {homes.length < homeLimits.most && (
            <Button kind="quiet" size="small" icon={addOutline} onClick={() => setOpen({ home: null })}>
              Add a Home
            </Button>
          )}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton cards={1} label="Loading your homes" />
      )}
      <HomeSheet
        key={open?.home?.id ?? 'new'}
        open={open !== null}
        home={open?.home ?? null}
        others={homes.filter(({ id }) => id !== open?.home?.id)}
        onClose={() => setOpen(null)}
      />
    </Card>
  );
}

/** The rest of the address below a home's name: without a name, the street is above it already. */
const placeUnder = (home: Home): string =>
  home.label ? wholeAddress(home) : [home.city, home.state, home.postalCode].filter(Boolean).join(' ');

function HomeRow({ home, onOpen }: { home: Home; onOpen: () => void }) {
  return (
    <li>
      <button type="button" onClick={onOpen}>
        <Icon src={homeOutline} size={20} />
        <span className="grow">
          <strong dir="auto">{shortName(home)}</strong>
          <span className="muted" dir="auto">
            {isWhole(home) ? 'Please add suburb, state and postcode' : placeUnder(home)}
          </span>
        </span>
        <Icon src={chevronForwardOutline} size={18} />
      </button>
    </li>
  );
}

/** The places of earlier bookings, asked about once. */
function Suggested({ places }: { places: readonly SuggestedHome[] }) {
  const client = useQueryClient();
  const answer = useMutation({
    mutationFn: (keep: boolean) => call('answerSuggestedHomes', { body: { keep } }),
    onSuccess: (homes) => client.setQueryData(homesQuery().queryKey, homes),
    onError: (error) =>
      toast({ title: 'Your answer was not kept', description: reasonOf(error), style: 'destructive' }),
  });
  return (
    <section className="suggested-homes" aria-label="From your earlier bookings">
      <p>
        {places.length === 1
          ? 'Keep the address of your earlier bookings as a home?'
          : 'Keep the addresses of your earlier bookings as homes?'}
      </p>
      <ul>
        {places.map((place) => (
          <li key={wholeAddress(place)} dir="auto">
            {wholeAddress(place)}
          </li>
        ))}
      </ul>
      <div className="sheet-actions">
        <Button size="small" busy={answer.isPending && answer.variables} onClick={() => answer.mutate(true)}>
          {places.length === 1 ? 'Keep It' : 'Keep Them'}
        </Button>
        <Button
          kind="quiet"
          size="small"
          busy={answer.isPending && !answer.variables}
          onClick={() => answer.mutate(false)}
        >
          No, Thanks
        </Button>
      </div>
    </section>
  );
}
