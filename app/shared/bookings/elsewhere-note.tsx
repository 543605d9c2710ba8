import { placeOf } from '../../../api/contract/rules/place.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { deviceZone, isElsewhere, whereYouAre } from './elsewhere.ts';

/** Beneath a visit's time: whose time it is, and the device's own; nothing if the two are the same. */
export function ElsewhereNote({ at }: { at: string }) {
  const zone = useZone();
  const device = deviceZone();
  if (!isElsewhere(at, zone, device)) return null;
  return (
    <span className="elsewhere muted">{oneText`${placeOf(zone)} time. ${whereYouAre(at, device)}`}</span>
  );
}
