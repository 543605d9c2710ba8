import './bookings.css';
import { TabShapes } from '../../../ui/states/skeleton.tsx';

/** A placeholder in the shape of the bookings: the tiles, the tabs, groups of rows. */
export function BookingsSkeleton() {
  return (
    <div className="bookings" role="status">
      <span className="visually-hidden">Reading your bookings</span>
      <div className="tile-shapes">
        {[1, 2, 3, 4, 5].map((tile) => (
          <div key={tile} className="skeleton tile-shape" />
        ))}
      </div>
      <TabShapes widths={[64, 108, 124, 96, 128]} />
      <div className="skeleton booking-shape" />
      <div className="skeleton booking-shape" />
    </div>
  );
}
