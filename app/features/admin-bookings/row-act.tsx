import { Icon } from '../../ui/icon.tsx';

/** An action on a row, as an icon that keeps its name for screen readers and pointers. */
export const RowAct = ({ label, icon, onClick }: { label: string; icon: string; onClick: () => void }) => (
  <button type="button" className="icon-button" aria-label={label} title={label} onClick={onClick}>
    <Icon src={icon} size={20} />
  </button>
);
