import './combobox.css';
import { closeOutline } from 'ionicons/icons';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { isComposing } from './composing.ts';

/** A suggestion that can be chosen. */
export interface Offer {
  id: string;
  name: string;
  /** A detail that distinguishes suggestions of the same name. */
  detail?: string;
}

interface ComboboxProps {
  label: string;
  placeholder?: string;
  chosen: Offer | null;
  onChoose: (offer: Offer | null) => void;
  /** Called with the search text at every letter, and with `null` when the search ends. */
  onLook: (words: string | null) => void;
  /** The last results; undefined before the first. */
  offers: readonly Offer[] | undefined;
  /** Whether the results for the present text are still being read. */
  busy: boolean;
  /** Whether there are more results than the suggestions. */
  more: boolean;
  /** The text shown without results. */
  nothing: string;
  /** The reason why the search failed, with a retry if that may help. */
  trouble?: { text: string; onRetry?: () => void } | undefined;
}

/** The state of a combobox, and the effects of its keys and taps. */
function useCombobox(props: ComboboxProps) {
  const { chosen, onChoose, onLook, offers, busy, trouble } = props;
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  /** The typed text, until a suggestion is chosen. */
  const [typed, setTyped] = useState<string | null>(null);
  /** The earlier choice after the field was emptied, as long as Escape may restore it. */
  const emptied = useRef<Offer>(null);
  const [seen, setSeen] = useState(offers);
  const [at, setAt] = useState(-1);
  // New results make the first one active, which Enter takes.
  if (offers !== seen) {
    setSeen(offers);
    setAt(typed ? 0 : -1);
  }
  const listed = open && !trouble && offers?.length ? offers : undefined;
  const active = listed?.[at];

  const unfold = (words: string | null) => {
    setOpen(true);
    setTyped(words);
    onLook((words ?? '').trim());
  };
  const fold = () => {
    setOpen(false);
    setTyped(null);
    setAt(-1);
    emptied.current = null;
    onLook(null);
  };
  const choose = (offer: Offer | null) => {
    onChoose(offer);
    fold();
    field.current?.focus();
  };
  const type = (text: string) => {
    if (!text && chosen) {
      emptied.current = chosen;
      onChoose(null);
    }
    unfold(text);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) return unfold(typed);
      const count = listed?.length ?? 0;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // Without an active one, the arrow keys begin at the first or the last.
      if (count) setAt(at < 0 && step < 0 ? count - 1 : (at + step + count) % count);
    } else if (listed && event.key === 'Tab') {
      fold();
    } else if (open && event.key === 'Enter') {
      event.preventDefault();
      // The suggestions may belong to an earlier text.
      if (active && !busy) choose(active);
    } else if (open && event.key === 'Escape') {
      // Escape must not close the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      if (emptied.current) onChoose(emptied.current);
      fold();
    }
  };
  return { field, open, typed, listed, active, unfold, fold, choose, type, press };
}

/**
 * A choice among many, found by typing. Arrow keys go through the suggestions, Enter takes one, Escape closes them
 * and restores the earlier choice; a screen reader hears the number of results.
 */
export function Combobox(props: ComboboxProps) {
  const { label, placeholder, chosen } = props;
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const { field, open, typed, listed, active, unfold, fold, choose, type, press } = useCombobox(props);

  const activeId = active && offerId(id, active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  // The list may be below the visible part of the dialog around it.
  useEffect(() => {
    if (open) root.current?.querySelector('.combobox-offers')?.scrollIntoView({ block: 'nearest' });
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus left all of it
    <div
      className="field"
      onBlur={(event) => {
        if (open && !root.current?.contains(event.relatedTarget)) fold();
      }}
    >
      <label htmlFor={id}>{label}</label>
      <div ref={root} className="combobox">
        <input
          ref={field}
          id={id}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={Boolean(listed)}
          aria-controls={listed && `${id}-offers`}
          aria-activedescendant={activeId}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          placeholder={placeholder}
          value={typed ?? chosen?.name ?? ''}
          onChange={(event) => type(event.target.value)}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => open || unfold(typed)}
          onKeyDown={press}
        />
        {(chosen || typed) && (
          <button
            type="button"
            className="icon-button"
            aria-label={`Clear ${label}`}
            onClick={() => choose(null)}
          >
            <Icon src={closeOutline} size={20} />
          </button>
        )}
        {open && (
          // biome-ignore lint/a11y/noStaticElementInteractions: a tap in it leaves the focus where one types
          <div className="combobox-offers" onMouseDown={(event) => event.preventDefault()}>
            <Offers {...props} id={id} listed={listed} active={active} choose={choose} />
          </div>
        )}
        <span role="status" className="visually-hidden">
          {open ? statusOf(props) : ''}
        </span>
      </div>
    </div>
  );
}

interface OffersProps extends ComboboxProps {
  id: string;
  listed: readonly Offer[] | undefined;
  active: Offer | undefined;
  choose: (offer: Offer) => void;
}

const offerId = (id: string, offer: Offer) => `${id}-${offer.id}`;

/** The suggestions; or the reason why there are none. */
function Offers({ id, label, listed, active, choose, offers, busy, more, nothing, trouble }: OffersProps) {
  if (listed)
    return (
      <>
        <div
          id={`${id}-offers`}
          className="combobox-list"
          role="listbox"
          tabIndex={-1}
          aria-label={label}
          aria-busy={busy || undefined}
        >
          {listed.map((offer) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus, and its keys choose
            <div
              key={offer.id}
              id={offerId(id, offer)}
              className="combobox-offer"
              role="option"
              tabIndex={-1}
              aria-selected={offer === active}
              onClick={() => choose(offer)}
            >
              <span>{offer.name}</span>
              {offer.detail && <span className="muted">{offer.detail}</span>}
            </div>
          ))}
        </div>
        {more && <p className="muted">There are more. Type on to find them.</p>}
      </>
    );
  if (trouble)
    return (
      <>
        <p className="muted">{trouble.text}</p>
        {trouble.onRetry && (
          <Button kind="quiet" size="small" onClick={trouble.onRetry}>
            Try again
          </Button>
        )}
      </>
    );
  if (offers && !busy) return <p className="muted">{nothing}</p>;
  return (
    <div className="combobox-shapes">
      <span className="skeleton line" />
      <span className="skeleton line short" />
    </div>
  );
}

/** The result of a search, for a screen reader. */
function statusOf({ offers, busy, more, nothing, trouble }: ComboboxProps): string {
  if (trouble) return trouble.text;
  if (busy || !offers) return '';
  if (!offers.length) return nothing;
  return more ? `${offers.length} or more found` : `${offers.length} found`;
}
