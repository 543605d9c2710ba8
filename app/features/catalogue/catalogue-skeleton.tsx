/** The shape of the catalogue: the search, the tabs, cards. */
export function CatalogueSkeleton() {
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">Reading the services</span>
      <div className="finder">
        <div className="skeleton field-shape wide" />
        <div className="skeleton field-shape" />
      </div>
      <div className="tab-shapes">
        {[56, 92, 108, 100, 104].map((width) => (
          <div key={width} className="skeleton tab-shape" style={{ width }} />
        ))}
      </div>
      <div className="service-list">
        {[1, 2, 3, 4, 5, 6].map((card) => (
          <div key={card} className="skeleton service-shape" />
        ))}
      </div>
    </div>
  );
}
