import '../../ui/fields/switch.css';
import './preferences.css';
import { mailOutline, notificationsOutline } from 'ionicons/icons';
import { useId } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { pushHereId } from './push-device.tsx';
import { Held } from './save-state.tsx';

/** The names of the two columns of switches. */
export const WayNames = () => (
  <div className="notice-ways names" aria-hidden="true">
    <span>
      <Icon src={mailOutline} size={20} />
      E-mail
    </span>
    <span>
      <Icon src={notificationsOutline} size={20} />
      Push
    </span>
  </div>
);

export interface Way {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A kind of notification, by mail and by push; both look alike. */
export function NoticeChoice({
  label,
  hint,
  held,
  mail,
  push,
}: {
  label: string;
  hint: string;
  /** Whether one of the two is not saved yet. */
  held: boolean;
  mail: Way;
  push: Way & { label: string };
}) {
  const id = useId();
  return (
    <div className="notice-choice">
      <div className="notice-words">
        <label htmlFor={id}>
          <span>{label}</span>
        </label>
        <Held held={held} />
        <p id={`${id}-hint`} className="muted">
          {hint}
        </p>
      </div>
      <div className="notice-ways">
        <input
          id={id}
          type="checkbox"
          className="switch"
          checked={mail.checked}
          aria-describedby={`${id}-hint`}
          onChange={(event) => mail.onChange(event.target.checked)}
        />
        <button
          type="button"
          role="switch"
          className="switch"
          aria-checked={push.checked}
          aria-label={push.label}
          aria-describedby={`${id}-hint ${pushHereId}`}
          onClick={() => push.onChange(!push.checked)}
        />
      </div>
    </div>
  );
}
