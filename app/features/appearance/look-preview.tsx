import { type CSSProperties, useEffect } from 'react';
import { faces } from '../../../api/contract/rules/look/faces.ts';
import type { BrandColours, DisplayFace } from '../../../api/contract/rules/look/look.ts';
import { type PaletteName, paletteNames, palettesOf } from '../../../api/contract/rules/look/palettes.ts';
import { Card } from '../../ui/card.tsx';
import { pictureUrl } from './picture-field.tsx';

const words: Record<PaletteName, string> = { light: 'By day', dark: 'At night' };

/** Both palettes of a look, before it is published. */
export function LookPreview({
  colours,
  face,
  name,
  mark,
  logo,
}: {
  colours: BrandColours;
  face: DisplayFace;
  name: string;
  mark: string | null;
  logo: string | null;
}) {
  useFace(face);
  const palettes = palettesOf(colours);
  return (
    <Card className="stack" aria-labelledby="look-preview">
      <h2 id="look-preview">As it will look</h2>
      <div className="look-previews">
        {paletteNames.map((palette) => {
          const tokens = Object.entries(palettes[palette]).map(([token, hex]) => [`--${token}`, hex]);
          const style = { ...Object.fromEntries(tokens), '--serif': faces[face].stack } as CSSProperties;
          return (
            <div key={palette} className="look-preview" style={{ ...style, colorScheme: palette }}>
              <div className="look-preview-brand">
                {logo ? (
                  <img src={pictureUrl(logo)} alt={name} height="32" />
                ) : (
                  <>
                    {mark && <img src={pictureUrl(mark)} alt="" width="32" height="32" />}
                    <span dir="auto">{name}</span>
                  </>
                )}
              </div>
              <p className="look-preview-headline">{words[palette]}</p>
              <div className="look-preview-card">
                <strong>House cleaning</strong>
                <span className="second">Tomorrow, 9:30 am</span>
                <span className="look-preview-tint">Standard Plan</span>
              </div>
              <div className="look-preview-buttons">
                <span className="look-preview-main">Book</span>
                <span className="look-preview-second">Details</span>
              </div>
              <span className="look-preview-link">A link to more</span>
            </div>
          );
        })}
      </div>
    </Card>
  );
}

/** The families that this page has asked for. */
const loaded = new Set<string>();

/** Loads the font of a face that is being looked at. */
function useFace(face: DisplayFace): void {
  const { file } = faces[face];
  useEffect(() => {
    if (!file || loaded.has(file.family)) return;
    loaded.add(file.family);
    const font = new FontFace(file.family, `url(/fonts/${file.name})`, { weight: file.weights });
    // Without the network the preview is in the next font of the stack.
    font.load().then(
      () => document.fonts.add(font),
      () => loaded.delete(file.family),
    );
  }, [file]);
}
