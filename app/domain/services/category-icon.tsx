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

/** A category's icon on its colour; the server gives the names of both. The style decides how it is drawn. */
export const CategoryIcon = ({ icon, color }: { icon: string; color: string }) => (
  <span className={`category-icon drawn ${color} of-${icon}`} />
);
