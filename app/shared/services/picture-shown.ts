import type { Service } from '../../../api/contract/schemas/catalogue.ts';
import { hasDrawing } from './drawings/index.tsx';

export type Pictured = Pick<Service, 'slug' | 'drawing' | 'picture' | 'category'>;

/** The uploaded picture of a service; its category's if it has neither one nor a drawing. */
export const pictureShown = ({ slug, drawing = slug, picture, category }: Pictured): string | undefined =>
  picture ?? (hasDrawing(drawing) ? undefined : category.picture);
