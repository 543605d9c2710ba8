/** A category's icon on its colour; both are names that the server gives. Its drawing is the style's. */
export const CategoryIcon = ({ icon, color }: { icon: string; color: string }) => (
  <span className={`category-icon drawn ${color} of-${icon}`} />
);
