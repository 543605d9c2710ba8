import './date-time-picker.css';
import { calendarOutline, chevronDownOutline } from 'ionicons/icons';
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { placeOf } from '../../../api/contract/rules/place.ts';
import { oneText } from '../../lib/one-text.ts';
import { formatExact, formatWhen } from '../../lib/time/dates.ts';
import { Icon } from '../../ui/icon.tsx';
import type { PanelProps } from './date-time-panel.tsx';
import { deviceZone, isElsewhere, whereYouAre } from './elsewhere.ts';

export interface DateTimePickerProps extends Omit<PanelProps, 'onDone'> {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  name?: string | undefined;
}

type Panel = ComponentType<PanelProps>;
const loadPanel = (): Promise<Panel> =>
  import('./date-time-panel.tsx').then((module) => module.DateTimePanel);

/** The calendar's code, loaded while the person fills in the fields before it. */
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
 * Chooses a day and a half-hour in the property's zone. The field unfolds a calendar with the day's times beneath
 * it, for thumbs. Arrow keys, Page Up and Down, Enter and Escape work as in any date picker, and a screen reader
 * hears each step.
 */
export function DateTimePicker(props: DateTimePickerProps) {
  const { value, onChange, zone, min, label, error, hint, name, preferred, opening } = props;
  const id = useId();
  const field = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const { Panel, failed, load } = usePanel();
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
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={`${id}-panel`}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        onClick={() => {
          if (!Panel) load();
          setOpen(!open);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || open) return;
          event.preventDefault();
          field.current?.click();
        }}
      >
        <Icon src={calendarOutline} size={20} />
        <span className={value ? 'grow' : 'grow placeholder'} title={value && formatExact(value, zone)}>
          {value ? formatWhen(value, zone) : 'Choose a day and time'}
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
        <div
          id={`${id}-panel`}
          role="dialog"
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
            <Panel {...{ value, onChange, zone, min, preferred, opening }} onDone={fold} />
          ) : (
            <NoPanel failed={failed} onRetry={load} />
          )}
        </div>
      )}
    </div>
  );
}

function NoPanel({ failed, onRetry }: { failed: boolean | undefined; onRetry: () => void }) {
  return failed ? (
    <p role="alert">
      The calendar did not load.{' '}
      <button type="button" className="button plain small" onClick={onRetry}>
        <span>Try again</span>
      </button>
    </p>
  ) : (
    <div className="skeleton block" role="status">
      <span className="visually-hidden">Loading the calendar</span>
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
