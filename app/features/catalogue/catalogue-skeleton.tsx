import { TabShapes } from '../../ui/states/skeleton.tsx';

/** A placeholder in the shape of the catalogue: the search, the tabs, cards. */
export function CatalogueSkeleton() {
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">Reading the services</span>
      <div className="finder">
        <div className="skeleton field-shape wide" />
        <div className="skeleton field-shape" />
      </div>
      <TabShapes widths={[56, 92, 108, 100, 104]} />
      <div className="service-list">
        {[1, 2, 3, 4, 5, 6].map((card) => (
          <div key={card} className="skeleton service-shape" />
        ))}
      </div>
    </div>
  );
}
