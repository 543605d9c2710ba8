import { closeOutline } from 'ionicons/icons';
import type { WorkerLicence } from '../../../api/contract/schemas/settings/workers.ts';
import { oneText } from '../../lib/one-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Parts } from './draft.ts';

/** Licences, with their numbers and last days; a skill may need one. */
export function LicenceFields({ facts: { licences }, change, problems }: Parts) {
  const set = (id: string, given: Partial<WorkerLicence>) =>
    change({ licences: licences.map((one) => (one.id === id ? { ...one, ...given } : one)) });
  const error = problems('licences');
  return (
    <Card className="stack" aria-labelledby="worker-licences">
      <h2 id="worker-licences">Licences</h2>
      <p className="muted">
        A skill that needs a licence is not planned for days after it has ended. Choose it at the skill.
      </p>
      <ul className="worker-rows">
        {licences.map((licence) => (
          <li key={licence.id} className="worker-licence">
            <div className="worker-fields grow">
              <TextField
                label="Licence"
                maxLength={80}
                dir="auto"
                value={licence.name}
                onChange={({ target }) => set(licence.id, { name: target.value })}
              />
              <TextField
                label="Number"
                maxLength={80}
                value={licence.number}
                onChange={({ target }) => set(licence.id, { number: target.value })}
              />
              <TextField
                label="Last valid day"
                type="date"
                value={licence.expiresOn ?? ''}
                onChange={({ target }) => set(licence.id, { expiresOn: target.value || null })}
              />
            </div>
            <button
              type="button"
              className="icon-button"
              aria-label={oneText`Remove the licence ${licence.name}`}
              onClick={() => change({ licences: licences.filter(({ id }) => id !== licence.id) })}
            >
              <Icon src={closeOutline} size={20} />
            </button>
          </li>
        ))}
      </ul>
      <div className="row wrap">
        <Button
          size="small"
          kind="quiet"
          onClick={() =>
            change({
              licences: [...licences, { id: crypto.randomUUID(), name: '', number: '', expiresOn: null }],
            })
          }
        >
          Add a Licence
        </Button>
      </div>
      {error && <p className="form-notice">{error}</p>}
    </Card>
  );
}
