import './appearance.css';
import { useQuery } from '@tanstack/react-query';
import { readHex } from '../../../api/contract/rules/look/colour.ts';
import { faces } from '../../../api/contract/rules/look/faces.ts';
import { displayFaces, firstLook } from '../../../api/contract/rules/look/look.ts';
import { nearestReadable } from '../../../api/contract/rules/look/palettes.ts';
import type { LookSettings } from '../../../api/contract/schemas/settings/appearance.ts';
import { configQuery, useBusinessName } from '../../lib/session.ts';
import { lookWords } from '../../shared/business/text-words.ts';
import { teamCall } from '../../shared/team-api.ts';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { Note } from '../../ui/note.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { ColourField } from './colour-field.tsx';
import { LookPreview } from './look-preview.tsx';
import { PictureField } from './picture-field.tsx';
import { Meanwhile, PublishBar } from './publish-bar.tsx';
import { lookSettingsQuery } from './queries.ts';
import { useDraft } from './use-draft.ts';

/** The mark, the logo, the colours and the face of headlines. */
export default function Look({ shown }: { shown: boolean }) {
  const { data, error, refetch } = useQuery({ ...lookSettingsQuery(), enabled: shown });
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton cards={3} height="12rem" label="Reading the look" />
    );
  return <LookForm settings={data} />;
}

type Values = Omit<LookSettings, 'version'>;

function LookForm({ settings }: { settings: LookSettings }) {
  const name = useBusinessName();
  const { version, ...values } = settings;
  const draft = useDraft<Values>({
    published: { version, values },
    publish: (on, changes) => teamCall('saveLook', { body: { version: on, ...changes } }),
    settings: lookSettingsQuery().queryKey,
    others: [configQuery().queryKey],
  });
  const { primary, accent, displayFace, mark, logo } = draft.values;
  // While a colour is being typed, the preview keeps the one before.
  const colours = {
    primary: readHex(primary) ?? readHex(settings.primary) ?? firstLook.colours.primary,
    accent: readHex(accent) ?? readHex(settings.accent) ?? firstLook.colours.accent,
  };
  const nearest = {
    primary: nearestReadable('primary', colours),
    accent: nearestReadable('accent', colours),
  };
  const isReadable = nearest.primary === colours.primary && nearest.accent === colours.accent;
  const isTyped = readHex(primary) !== null && readHex(accent) !== null;
  return (
    <Form className="stack roomy appearance-form" onSubmit={() => isReadable && isTyped && draft.save()}>
      <Meanwhile draft={draft} words={lookWords} />
      <Card className="stack" aria-labelledby="look-pictures">
        <h2 id="look-pictures">Mark and logo</h2>
        <PictureField
          kind="mark"
          hint="A square, as the app’s icon and beside the name. SVG, or at least 128 pixels each way."
          value={mark}
          problem={draft.problem('mark')}
          onChange={(id) => draft.change({ mark: id })}
        />
        <PictureField
          kind="logo"
          hint="Optional: a picture with the name in it, in place of mark and name at the top of pages."
          value={logo}
          problem={draft.problem('logo')}
          onChange={(id) => draft.change({ logo: id })}
        />
        <Note>
          An iPhone that has installed the app keeps its icon and name until it is installed again. Other
          devices take the new ones within a few days.
        </Note>
      </Card>
      <Card className="stack" aria-labelledby="look-colours">
        <h2 id="look-colours">Colours and headlines</h2>
        <div className="look-colours">
          <ColourField
            label={lookWords.primary}
            hint="Links, buttons and the marks of the chosen page"
            value={primary}
            nearest={nearest.primary}
            problem={draft.problem('primary')}
            onChange={(hex) => draft.change({ primary: hex })}
          />
          <ColourField
            label={lookWords.accent}
            hint="The one action that matters on a page"
            value={accent}
            nearest={nearest.accent}
            problem={draft.problem('accent')}
            onChange={(hex) => draft.change({ accent: hex })}
          />
        </div>
        <SelectField
          label={lookWords.displayFace}
          options={displayFaces.map((face) => ({ value: face, label: faces[face].label }))}
          value={displayFace}
          onChange={({ target }) => {
            const face = displayFaces.find((one) => one === target.value);
            if (face) draft.change({ displayFace: face });
          }}
        />
      </Card>
      {/* A colour with which texts cannot be read is never published: the preview has the nearest in its place. */}
      <LookPreview colours={nearest} face={displayFace} name={name} mark={mark} logo={logo} />
      <PublishBar draft={draft} off={!isReadable || !isTyped} />
    </Form>
  );
}
