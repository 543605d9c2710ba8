import { withName } from '../../../api/contract/rules/look/texts.ts';
import type { TextsView } from '../../../api/contract/schemas/settings/appearance.ts';
import { Card } from '../../ui/card.tsx';

/** The top of the landing page with the texts of a draft. */
export function TextPreview({ texts, name }: { texts: TextsView; name: string }) {
  const { headline, lead, getStarted, seeHow, trust, claims } = texts;
  return (
    <Card className="stack text-preview" aria-labelledby="texts-preview">
      <h2 id="texts-preview" className="muted">
        As visitors see it
      </h2>
      <p className="text-preview-headline" dir="auto">
        {withName(headline, name)}
      </p>
      <p dir="auto">{withName(lead, name)}</p>
      <p className="row wrap">
        <span className="text-preview-button">{getStarted}</span>
        <span className="text-preview-button quiet">{seeHow}</span>
      </p>
      {trust && (
        <p className="muted" dir="auto">
          {withName(trust, name)}
        </p>
      )}
      {claims.length > 0 && (
        <ul className="text-preview-claims">
          {claims.map(({ figure, words }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place; its text changes with each letter.
            <li key={at}>
              <strong>{figure}</strong>
              <span className="muted">{words}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
