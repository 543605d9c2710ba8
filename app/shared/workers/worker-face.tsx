import './worker-face.css';
import { initialOf } from '../../lib/full-name.ts';
import { pictureOf } from '../services/picture.ts';

/** The photo of a worker, or the first letter of the name on the worker's colour; a name stands beside it. */
export function WorkerFace({
  name,
  picture,
  colour = 'pine',
  size = 44,
}: {
  name: string;
  picture: string | null;
  colour?: string;
  /** In px. */
  size?: number;
}) {
  const style = { width: size, height: size, fontSize: size * 0.42 };
  if (picture)
    return <img className="worker-face" style={style} src={pictureOf(picture)} alt="" loading="lazy" />;
  return (
    <span className={`worker-face worker-${colour}`} style={style} aria-hidden="true">
      {initialOf(name)}
    </span>
  );
}
