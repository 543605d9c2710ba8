import { bagHandleOutline, bulbOutline, constructOutline, leafOutline, waterOutline } from 'ionicons/icons';
import { Icon } from '../../ui/icon.tsx';

const drawings: Record<string, string> = {
  tool: constructOutline,
  drop: waterOutline,
  leaf: leafOutline,
  bag: bagHandleOutline,
  bulb: bulbOutline,
};

/** A category's icon alone, for places that already have the category's colour. */
export const CategoryGlyph = ({ icon, size }: { icon: string; size?: number }) => (
  <Icon src={drawings[icon] ?? constructOutline} {...(size && { size })} />
);
