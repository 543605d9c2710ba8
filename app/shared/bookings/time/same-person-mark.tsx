import './same-person-mark.css';
import { personOutline } from 'ionicons/icons';
import { Icon } from '../../../ui/icon.tsx';

/** The sign of a time at which the person who came last is free. */
export const SamePersonMark = () => (
  <span className="same-person-mark">
    <Icon src={personOutline} size={12} />
    <span>Same person</span>
  </span>
);
