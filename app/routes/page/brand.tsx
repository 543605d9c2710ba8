import { useBusinessName, useConfig } from '../../lib/session.ts';
import { Mark } from './mark.tsx';

/** The business's logo, or its mark and name. */
export function Brand() {
  const name = useBusinessName();
  // A stored configuration of an earlier release has no look.
  const look = useConfig()?.look;
  if (look?.logo) return <img className="brand-logo" src={look.logo} alt={name} />;
  return (
    <span className="brand">
      {look?.mark ? <img src={look.mark} alt="" width="30" height="30" /> : <Mark />}
      <span dir="auto">{name}</span>
    </span>
  );
}
