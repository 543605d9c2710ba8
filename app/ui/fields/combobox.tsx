import './combobox.css';
import { closeOutline } from 'ionicons/icons';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { isComposing } from './composing.ts';

/** Something that can be chosen. */
export interface Offer {
  id: string;
  name: string;
  /** What tells it from another of the same name. */
  detail?: string;
}

interface ComboboxProps {
  label: string;
  placeholder?: string;
  chosen: Offer | null;
  onChoose: (offer: Offer | null) => void;
  /** Told what is looked for, at every letter, and `null` when nothing is any more. */
  onLook: (words: string | null) => void;
  /** What was found last; nothing before anything was. */
  offers: readonly Offer[] | undefined;
  /** Whether what is looked for now is still to be found. */
  busy: boolean;
  /** Whether there is more of it than is offered. */
  more: boolean;
  /** What to say where nothing is found. */
  nothing: string;
  /** Why it could not be looked for; where trying again may help, how. */
  trouble?: { text: string; onRetry?: () => void } | undefined;
}

/** What a combobox holds, and what its keys and taps do. */
function useCombobox(props: ComboboxProps) {
  const { chosen, onChoose, onLook, offers, busy, trouble } = props;
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  /** What is typed, until something is chosen by it. */
  const [typed, setTyped] = useState<string | null>(null);
  /** What was chosen until the field was emptied, as long as Escape may bring it back. */
  const emptied = useRef<Offer>(null);
  const [seen, setSeen] = useState(offers);
  const [at, setAt] = useState(-1);
  // What was typed finds: the first of it is what Enter takes.
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
      // From none of them it is the first or the last.
      if (count) setAt(at < 0 && step < 0 ? count - 1 : (at + step + count) % count);
    } else if (listed && event.key === 'Tab') {
      fold();
    } else if (open && event.key === 'Enter') {
      event.preventDefault();
      // What shows may be of what was typed before.
      if (active && !busy) choose(active);
    } else if (open && event.key === 'Escape') {
      // The dialog around it stays.
      event.preventDefault();
      event.stopPropagation();
      if (emptied.current) onChoose(emptied.current);
      fold();
    }
  };
  return { field, open, typed, listed, active, unfold, fold, choose, type, press };
}

/**
 * One of many, found by typing. Arrow keys go through what is offered, Enter takes it, Escape folds it and brings back
 * what was chosen before; how much is found is read out.
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
  // It may lie below what shows of the dialog around it.
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
          {open ? said(props) : ''}
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

/** What is offered; or why nothing is. */
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

/** What became of looking, for whoever does not see it. */
function said({ offers, busy, more, nothing, trouble }: ComboboxProps): string {
  if (trouble) return trouble.text;
  if (busy || !offers) return '';
  if (!offers.length) return nothing;
  return more ? `${offers.length} or more found` : `${offers.length} found`;
}
