import { PictureUpload, smallerPicture } from '../../../shared/pictures/picture-upload.tsx';
import { pictureOf } from '../../../shared/services/picture.ts';
import { teamCall } from '../../../shared/team-api.ts';

const words = { add: 'Upload a Picture', another: 'Another Picture', remove: 'Remove Picture' };

/** A picture of the owner's own. */
export function PictureField({
  label,
  value,
  error,
  onChange,
}: {
  /** Names the choice of a file to a screen reader. */
  label: string;
  /** The uploaded picture's id; `null` without one. */
  value: string | null;
  error: string | undefined;
  onChange: (picture: string | null) => void;
}) {
  return (
    <div className="offer-picture">
      {value && <img src={pictureOf(value)} alt="The uploaded one" />}
      <PictureUpload
        label={label}
        words={words}
        value={value}
        error={error}
        upload={async (file) => teamCall('addOfferPicture', { file: await smallerPicture(file) })}
        onChange={onChange}
      />
    </div>
  );
}
