import type { Photo } from '../../../contract/schemas/messages.ts';
import type { PhotoRow } from './photos.repository.ts';

export const presentPhoto = ({ id, width, height }: Pick<PhotoRow, 'id' | 'width' | 'height'>): Photo => ({
  id,
  width,
  height,
});
