import { bagHandleOutline, bulbOutline, constructOutline, leafOutline, waterOutline } from 'ionicons/icons';
import { Icon } from '../../ui/icon.tsx';

const drawings: Record<string, string> = {
  tool: constructOutline,
  drop: waterOutline,
  leaf: leafOutline,
  bag: bagHandleOutline,
  bulb: bulbOutline,
};

/** The source of a category's icon, by the name that the server gives. */
export const drawingOfCategory = (icon: string): string => drawings[icon] ?? constructOutline;

/** A category's icon alone, for places that already have the category's colour. */
export const CategoryGlyph = ({ icon, size }: { icon: string; size?: number }) => (
  <Icon src={drawingOfCategory(icon)} {...(size && { size })} />
);
