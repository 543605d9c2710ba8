import { useMutation } from '@tanstack/react-query';
import { imageOutline } from 'ionicons/icons';
import { useRef, useState } from 'react';
import { brandPictureBytes, brandPictureTypes } from '../../../api/contract/rules/look/look.ts';
import { useOnline } from '../../lib/online.ts';
import { reasonOf } from '../../lib/reason.ts';
import { lookWords } from '../../shared/business/text-words.ts';
import { teamCall } from '../../shared/team-api.ts';
import { Button } from '../../ui/button.tsx';
import { fileProblem } from './draft.ts';

export const pictureUrl = (id: string): string => `/brand/${id}.png`;

/** The mark or the logo: the present one, a file in its place, or the product's own. */
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
  const online = useOnline();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const upload = useMutation({
    mutationFn: (file: File) => teamCall('putBrandPicture', { params: { kind }, file }),
    onSuccess: ({ id }) => onChange(id),
  });
  const error = refused ?? (upload.error ? reasonOf(upload.error) : problem);
  const label = lookWords[kind];
  return (
    <div className="field">
      <span id={`look-${kind}`}>{label}</span>
      <div className="look-picture">
        <span className="look-picture-frame">
          {value ? (
            <img src={pictureUrl(value)} alt={`Your ${label.toLowerCase()}`} />
          ) : (
            <span className="muted">{kind === 'mark' ? 'Ours' : 'None'}</span>
          )}
        </span>
        <input
          ref={input}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={`${label}: file`}
          accept={brandPictureTypes.join(',')}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // The reset lets the person choose the same file again.
            target.value = '';
            if (!file) return;
            const wrong = fileProblem(file, brandPictureBytes);
            setRefused(wrong);
            if (!wrong) upload.mutate(file);
          }}
        />
        <Button
          size="small"
          kind="quiet"
          icon={imageOutline}
          busy={upload.isPending}
          off={!online}
          aria-describedby={`look-${kind}`}
          onClick={() => input.current?.click()}
        >
          {upload.isPending ? 'Uploading…' : 'Choose a File'}
        </Button>
        {value && (
          <Button size="small" kind="plain" onClick={() => onChange(null)}>
            {kind === 'mark' ? 'Use Ours' : 'Use None'}
          </Button>
        )}
      </div>
      <span className="muted">{hint}</span>
      {error && (
        <span role="alert" className="error">
          {error}
        </span>
      )}
    </div>
  );
}
