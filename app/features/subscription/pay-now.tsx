import { useOnline } from '../../lib/online.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';

interface PayNowProps {
  /** The button's label. */
  children: string;
  busy: boolean;
  onPay: () => void;
  /** The page on which another card can be chosen; undefined on that page itself. */
  cardsHref: string | undefined;
}

/** The ways to pay a debt: with the saved card, or with another. */
export function PayNow({ children, busy, onPay, cardsHref }: PayNowProps) {
  const online = useOnline();
  return (
    <>
      <div className="row wrap">
        <Button size="small" kind="accent" busy={busy} off={!online} onClick={onPay}>
          {children}
        </Button>
        {cardsHref && (
          <ButtonLink size="small" kind="quiet" href={cardsHref}>
            Change Card
          </ButtonLink>
        )}
      </div>
      {!online && <p className="muted">It can be paid when the network is back.</p>}
    </>
  );
}
