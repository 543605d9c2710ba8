import { Mark } from './mark.tsx';

export function Brand() {
  return (
    <span className="brand">
      <Mark />
      <span>Hearthkeep</span>
    </span>
  );
}
