import { brandPictureBytes, brandPictureTypes } from '../../../api/contract/rules/look/look.ts';
import { lookWords } from '../../shared/business/text-words.ts';
import { PictureUpload, UnfitFile } from '../../shared/pictures/picture-upload.tsx';
import { teamCall } from '../../shared/team-api.ts';
import { fileProblem } from './draft.ts';

export const pictureUrl = (id: string): string => `/brand/${id}.png`;

/** The mark or the logo: the present one, a file in its place, or the first one. */
export function PictureField({
  kind,
  hint,
  value,
  problem,
  onChange,
}: {
  kind: 'mark' | 'logo';
  hint: string;
  value: string | null;
  problem: string | undefined;
  onChange: (id: string | null) => void;
}) {
  const label = lookWords[kind];
  const choose = 'Choose a File';
  const words = { add: choose, another: choose, remove: kind === 'mark' ? 'Use the First One' : 'Use None' };
  return (
    <section className="field" aria-label={label}>
      <span className="look-picture-label">{label}</span>
      <div className="look-picture">
        <span className="look-picture-frame">
          {value ? (
            <img src={pictureUrl(value)} alt={`Your ${label.toLowerCase()}`} />
          ) : kind === 'mark' ? (
            <img src="/icons/mark.svg" alt="The first mark" />
          ) : (
            <span className="muted">None</span>
          )}
        </span>
        <PictureUpload
          label={`${label}: file`}
          words={words}
          accept={brandPictureTypes.join(',')}
          value={value}
          error={problem}
          upload={async (file) => {
            const wrong = fileProblem(file, brandPictureBytes);
            if (wrong) throw new UnfitFile(wrong);
            return teamCall('putBrandPicture', { params: { kind }, file });
          }}
          onChange={onChange}
        />
      </div>
      <span className="muted">{hint}</span>
    </section>
  );
}
