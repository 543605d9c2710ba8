import './chip.css';
import { closeOutline } from 'ionicons/icons';
import { Icon } from './icon.tsx';

/** A filter of a list; a tap removes it, as `action` says. */
export function Chip({ label, action, onTap }: { label: string; action: string; onTap: () => void }) {
  return (
    <button type="button" className="chip" aria-label={action} onClick={onTap}>
      <span>{label}</span>
      <Icon src={closeOutline} size={16} />
    </button>
  );
}
