/**
 * A placeholder in the shape of the coming content: a title and cards, or one card of the given `height`. A screen
 * reader hears the `label` instead.
 */
export function Skeleton({
  cards = 3,
  height,
  label = 'Loading',
}: {
  cards?: number;
  height?: string;
  label?: string;
}) {
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">{label}</span>
      {!height && <div className="skeleton title" />}
      {[1, 2, 3, 4, 5, 6].slice(0, cards).map((card) => (
        <div key={card} className="skeleton block" style={{ height }} />
      ))}
    </div>
  );
}

/** A placeholder for a row of tabs, each as wide as `widths` says (px). */
export function TabShapes({ widths }: { widths: readonly number[] }) {
  return (
    <div className="tab-shapes">
      {widths.map((width) => (
        <div key={width} className="skeleton tab-shape" style={{ width }} />
      ))}
    </div>
  );
}
