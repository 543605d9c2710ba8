import { CategoryIcon } from './category-icon.tsx';
import { pictureOf } from './picture.ts';

/** The picture of a booked service, at the size of an icon; its category's icon if it has none. */
export function BookedIcon({
  service: { picture, category },
}: {
  service: { picture?: string | undefined; category: { icon: string; color: string } };
}) {
  return picture ? (
    <img className="category-icon pictured" src={pictureOf(picture)} alt="" loading="lazy" decoding="async" />
  ) : (
    <CategoryIcon icon={category.icon} color={category.color} />
  );
}
