/** A category's icon on its colour; the server gives the names of both. The style has the drawing. */
export const CategoryIcon = ({ icon, color }: { icon: string; color: string }) => (
  <span className={`category-icon drawn ${color} of-${icon}`} />
);
