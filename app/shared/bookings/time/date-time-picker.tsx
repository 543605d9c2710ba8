import './date-time-picker.css';
import { calendarOutline, chevronDownOutline } from 'ionicons/icons';
import { type ComponentProps, type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { placeOf } from '../../../../api/contract/rules/place.ts';
import { oneText } from '../../../lib/one-text.ts';
import { formatDay, formatExact, formatWhen } from '../../../lib/time/dates.ts';
import { Icon } from '../../../ui/icon.tsx';
import { deviceZone, isElsewhere, whereYouAre } from '../elsewhere.ts';
import type { DateTimePanel, PanelProps } from './date-time-panel.tsx';
import { windowWords } from './time-slots.ts';

export interface DateTimePickerProps extends Omit<PanelProps, 'onDone'> {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  /** Whether the field is unfolded from the beginning while no time is chosen. */
  unfolded?: boolean | undefined;
  name?: string | undefined;
}

type Panel = ComponentType<ComponentProps<typeof DateTimePanel>>;
const loadPanel = (): Promise<Panel> =>
  import('./date-time-panel.tsx').then((module) => module.DateTimePanel);

/** The panel's code, loaded while the person fills in the fields before it. */
function usePanel() {
  const [loaded, setLoaded] = useState<{ Panel?: Panel; failed?: boolean }>({});

  const load = () => {
    loadPanel().then(
      (panel) => setLoaded({ Panel: panel }),
      () => setLoaded({ failed: true }),
    );
  };
  useEffect(() => {
    let left = false;
    loadPanel().then(
      (panel) => left || setLoaded({ Panel: panel }),
      () => {},
    );
    return () => {
      left = true;
    };
  }, []);
  return { ...loaded, load };
}

/**
 * Chooses a day and a time in the property's zone. The field unfolds a strip of days with the day's times beneath it,
 * for thumbs, and folds once a time is chosen. Escape folds it, too.
 */
export function DateTimePicker(props: DateTimePickerProps) {
  const { label, error, hint: wish, name, unfolded = false, ...choice } = props;
  const { value, zone, noticeHours } = choice;
  const hint = wish ?? (noticeHours ? oneText`Needs ${noticeHours} h notice` : undefined);
  const id = useId();
  const field = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLFieldSetElement>(null);
  /** `begun` is unfolded since the form began, so it takes no focus. */
  const [open, setOpen] = useState<boolean | 'begun'>(unfolded && !value && 'begun');
  const { Panel, failed, load } = usePanel();
  // A draft or an answer may bring a time after the form has begun.
  if (open === 'begun' && value) setOpen(false);
  useEffect(() => {
    if (open === true && Panel) panel.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [open, Panel]);
  const fold = () => {
    setOpen(false);
    field.current?.focus();
  };
  const device = deviceZone();
  const elsewhere = isElsewhere(value || new Date().toISOString(), zone, device);
  const described = [error && `${id}-error`, (elsewhere || hint) && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field picker">
      <label htmlFor={id}>{label}</label>
      <button
        ref={field}
        id={id}
        type="button"
        name={name}
        className="picker-field"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open !== false}
        aria-controls={`${id}-panel`}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        onClick={() => {
          if (!Panel) load();
          setOpen(!open);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          const day = panel.current?.querySelector<HTMLElement>('[aria-selected=true]');
          if (day) day.focus();
          else setOpen(true);
        }}
      >
        <Icon src={calendarOutline} size={20} />
        <span className={value ? 'grow' : 'grow placeholder'} title={value && formatExact(value, zone)}>
          {value ? whenOf(value, choice) : 'Choose a day and time'}
        </span>
        <Icon src={chevronDownOutline} size={18} />
      </button>
      {(elsewhere || hint) && (
        <span id={`${id}-hint`} className="muted">
          <Hint {...{ hint, value, zone }} device={elsewhere ? device : null} />
        </span>
      )}
      {error && (
        <span id={`${id}-error`} className="error">
          {error}
        </span>
      )}
      {open && (
        <fieldset
          ref={panel}
          id={`${id}-panel`}
          aria-label={label}
          className="picker-panel"
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            // Escape must not close the dialog around it.
            event.preventDefault();
            event.stopPropagation();
            fold();
          }}
        >
          {Panel ? (
            <Panel {...choice} autoFocus={open === true} onDone={fold} />
          ) : (
            <NoPanel failed={failed} onRetry={load} />
          )}
        </fieldset>
      )}
    </div>
  );
}

/** 'Tomorrow, 9:30 am', or with the arrival window: 'Tomorrow, 9:00 – 10:00 am'. */
function whenOf(value: string, { zone, offered }: Pick<PanelProps, 'zone' | 'offered'>): string {
  const window = offered?.find(({ start }) => start === value);
  return window ? oneText`${formatDay(value, zone)}, ${windowWords(window, zone)}` : formatWhen(value, zone);
}

function NoPanel({ failed, onRetry }: { failed: boolean | undefined; onRetry: () => void }) {
  return failed ? (
    <p role="alert">
      The times did not load.{' '}
      <button type="button" className="button plain small" onClick={onRetry}>
        <span>Try again</span>
      </button>
    </p>
  ) : (
    <div className="skeleton panel-waits" role="status">
      <span className="visually-hidden">Loading the times</span>
    </div>
  );
}

/** @param device the device's zone, if its clock differs from the property's */
function Hint({
  hint,
  value,
  zone,
  device,
}: Pick<DateTimePickerProps, 'hint' | 'value' | 'zone'> & { device: string | null }) {
  return (
    <span>{oneText`${hint}${hint && device && ' '}${device && `${placeOf(zone)} time, where the property is.`}${device && value && ` ${whereYouAre(value, device)}`}`}</span>
  );
}
