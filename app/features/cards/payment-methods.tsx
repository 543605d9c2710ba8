import { useQuery } from '@tanstack/react-query';
import { addOutline } from 'ionicons/icons';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { PaymentMethod } from '../../../api/contract/schemas/payments.ts';
import { NetworkError } from '../../lib/api.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { CardMark } from '../../payments/card-mark.tsx';
import { cardName, expiryOf, isExpired, savedCardsQuery } from '../../payments/cards.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { tellOfReturn } from './bank-return.ts';
import { useCardChanges } from './card-changes.ts';

// The card provider's code is loaded when a person adds a card.
const AddCard = lazy(() => import('./add-card.tsx'));

/** The saved cards: shows which is charged, and adds, removes or makes another the default (spec §2, Billing). */
export function PaymentMethods({ shown, hasPlan }: { shown: boolean; hasPlan: boolean }) {
  const online = useOnline();
  const cards = useQuery({ ...savedCardsQuery(), enabled: shown });
  const { remove, makeDefault, reread } = useCardChanges();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<PaymentMethod | null>(null);
  const busy = remove.isPending || makeDefault.isPending;

  useEffect(tellOfReturn, []);

  return (
    <section className="stack" aria-labelledby="billing-cards">
      <div className="row spread billing-head">
        <h2 id="billing-cards">Payment methods</h2>
        <Button kind="quiet" size="small" icon={addOutline} off={!online} onClick={() => setAdding(true)}>
          Add card
        </Button>
      </div>
      {!online && <p className="muted">Cards can be changed when the network is back.</p>}
      {cards.data ? (
        <List
          hasPlan={hasPlan}
          cards={cards.data}
          busy={busy}
          off={!online}
          onDefault={(card) => makeDefault.mutate(card)}
          onRemove={setRemoving}
        />
      ) : cards.error ? (
        <CardsError error={cards.error} onRetry={() => void cards.refetch()} />
      ) : (
        <Skeleton cards={1} height="7.25rem" label="Reading your cards" />
      )}
      <Sheet open={adding} title="Add a card" onClose={() => setAdding(false)}>
        <Suspense fallback={<Skeleton cards={1} label="Preparing the card form" />}>
          <AddCard
            onAdded={() => {
              setAdding(false);
              void reread();
            }}
          />
        </Suspense>
      </Sheet>
      <Sheet open={removing !== null} title="Remove this card?" onClose={() => setRemoving(null)}>
        {removing && (
          <Removal
            card={removing}
            all={cards.data ?? []}
            hasPlan={hasPlan}
            off={!online}
            onKeep={() => setRemoving(null)}
            onAdd={() => {
              setRemoving(null);
              setAdding(true);
            }}
            onRemove={() => {
              setRemoving(null);
              remove.mutate(removing);
            }}
          />
        )}
      </Sheet>
    </section>
  );
}

/** The effects of removing a card, before the tap; the last card of an active plan needs a replacement first. */
function Removal({
  card,
  all,
  hasPlan,
  off,
  onKeep,
  onAdd,
  onRemove,
}: {
  card: PaymentMethod;
  all: PaymentMethod[];
  hasPlan: boolean;
  /** Disables all changes. */
  off: boolean;
  onKeep: () => void;
  onAdd: () => void;
  onRemove: () => void;
}) {
  return (
    <>
      <div className="row">
        <CardMark brand={card.card.brand} />
        <p>{oneText`${cardName(card)}, expires ${expiryOf(card)}`}</p>
      </div>
      <p className="muted">{consequence(card, all, hasPlan)}</p>
      <div className="sheet-actions">
        {paysAlone(card, all, hasPlan) ? (
          <Button wide off={off} onClick={onAdd}>
            Add another card
          </Button>
        ) : (
          <Button kind="danger" wide off={off} onClick={onRemove}>
            Remove card
          </Button>
        )}
        <Button kind="quiet" wide onClick={onKeep}>
          Keep card
        </Button>
      </div>
    </>
  );
}

const nextAfter = (card: PaymentMethod, all: PaymentMethod[]) =>
  all.find((other) => other.id !== card.id && !isExpired(other));

/** Whether this is the last card of an active plan, which the server does not remove either. */
const paysAlone = (card: PaymentMethod, all: PaymentMethod[], hasPlan: boolean): boolean =>
  hasPlan && card.is_default && !nextAfter(card, all);

/** The effects of removing a card, before the tap. */
function consequence(card: PaymentMethod, all: PaymentMethod[], hasPlan: boolean): string {
  if (paysAlone(card, all, hasPlan)) return 'It pays for your plan: add another card first.';
  if (!card.is_default) return 'You can add it again at any time.';
  const next = nextAfter(card, all);
  return next
    ? `${cardName(next)} will be charged instead.`
    : 'You will be asked for a card when you next pay.';
}

function CardsError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof NetworkError) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      drawing="cloud"
      title="Your cards did not load"
      text="The card provider did not answer. Your cards and your plan are as they were."
      action={
        <Button kind="quiet" size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}

function List({
  cards,
  hasPlan,
  busy,
  off,
  onDefault,
  onRemove,
}: {
  cards: PaymentMethod[];
  hasPlan: boolean;
  busy: boolean;
  off: boolean;
  onDefault: (card: PaymentMethod) => void;
  onRemove: (card: PaymentMethod) => void;
}) {
  // The default comes first when the page opens; later nothing moves away from under the finger.
  const [order, setOrder] = useState<string[]>([]);
  const fresh = cards.map(({ id }) => id).filter((id) => !order.includes(id));
  if (fresh.length) setOrder([...fresh, ...order]);
  const steady = cards.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  if (!cards.length)
    return (
      <EmptyState
        drawing="cards"
        title="No saved cards"
        text={
          hasPlan
            ? 'Your plan has no card to charge when it renews. Add one, so that it goes on.'
            : 'Add a card, and paying takes one tap next time.'
        }
      />
    );
  return (
    <Card className="billing-list">
      <ul>
        {steady.map((card) => (
          <li key={card.id}>
            <CardMark brand={card.card.brand} />
            <div className="grow">
              <h3>{cardName(card)}</h3>
              <p className="muted billing-marks">
                <span>{oneText`${isExpired(card) ? 'expired' : 'expires'} ${expiryOf(card)}`}</span>
                {card.is_default && <span className="badge">Default</span>}
                {isExpired(card) && <span className="badge cancelled">Expired</span>}
              </p>
            </div>
            <div className="billing-actions">
              {!card.is_default && (
                <Button kind="quiet" size="small" busy={busy} off={off} onClick={() => onDefault(card)}>
                  Make default<span className="visually-hidden"> {cardName(card)}</span>
                </Button>
              )}
              <Button kind="plain" size="small" busy={busy} off={off} onClick={() => onRemove(card)}>
                Remove<span className="visually-hidden"> {cardName(card)}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
