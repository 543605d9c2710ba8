import { useQuery } from '@tanstack/react-query';
import type { WorkerSkill } from '../../../api/contract/schemas/settings/workers.ts';
import { oneText } from '../../lib/one-text.ts';
import { Card } from '../../ui/card.tsx';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import type { Parts } from './draft.ts';
import { categoriesQuery, servicesQuery } from './queries.ts';

type Of = Pick<WorkerSkill, 'categoryId' | 'serviceId'>;

/** What the worker does: whole categories, or single services, each at its own pace and with its licence. */
export function SkillFields(parts: Parts) {
  const categories = useQuery(categoriesQuery());
  const services = useQuery(servicesQuery());
  const failed = categories.error ?? services.error;
  return (
    <Card className="stack" aria-labelledby="worker-skills">
      <h2 id="worker-skills">Skills</h2>
      <p className="muted">A service that is named on its own goes before its category.</p>
      {categories.data && services.data ? (
        categories.data.map((category) => {
          const single = services.data.filter(({ categoryId }) => categoryId === category.id);
          return (
            <div key={category.id} className="worker-skills">
              <Skill
                {...parts}
                of={{ categoryId: category.id, serviceId: null }}
                name={category.name}
                strong
              />
              <details
                open={single.some(({ id }) => parts.facts.skills.some(({ serviceId }) => serviceId === id))}
              >
                <summary>{single.length === 1 ? '1 service' : `${single.length} services`}</summary>
                {single.map(({ id, name }) => (
                  <Skill key={id} {...parts} of={{ categoryId: null, serviceId: id }} name={name} />
                ))}
              </details>
            </div>
          );
        })
      ) : failed ? (
        <ErrorState
          error={failed}
          onRetry={() => void Promise.all([categories.refetch(), services.refetch()])}
        />
      ) : (
        <Skeleton cards={3} height="3rem" label="Reading the services" />
      )}
      {parts.problems('skills') && <p className="form-notice">{parts.problems('skills')}</p>}
    </Card>
  );
}

function Skill({ facts, change, of, name, strong }: Parts & { of: Of; name: string; strong?: boolean }) {
  const isOf = (one: Of) => one.categoryId === of.categoryId && one.serviceId === of.serviceId;
  const skill = facts.skills.find(isOf);
  const set = (given: Partial<WorkerSkill>) =>
    change({ skills: facts.skills.map((one) => (isOf(one) ? { ...one, ...given } : one)) });
  const toggle = (chosen: boolean) =>
    change({
      skills: chosen
        ? [...facts.skills, { ...of, pace: null, licenceId: null }]
        : facts.skills.filter((one) => !isOf(one)),
    });
  return (
    <div className="worker-skill">
      <label className="grow">
        <input
          type="checkbox"
          checked={skill !== undefined}
          onChange={({ target }) => toggle(target.checked)}
        />
        {strong ? <strong dir="auto">{name}</strong> : <span dir="auto">{name}</span>}
      </label>
      {skill && (
        <div className="worker-skill-more">
          <TextField
            label={oneText`Pace for ${name}, in percent`}
            hiddenLabel
            type="number"
            inputMode="numeric"
            min={25}
            max={400}
            placeholder={`${facts.pace} %`}
            value={skill.pace ?? ''}
            onChange={({ target }) => set({ pace: target.value === '' ? null : target.valueAsNumber })}
          />
          {facts.licences.length > 0 && (
            <SelectField
              label={oneText`Licence for ${name}`}
              hiddenLabel
              value={skill.licenceId ?? ''}
              options={[
                { value: '', label: 'Needs no licence' },
                ...facts.licences.map((licence) => ({ value: licence.id, label: licence.name || 'Licence' })),
              ]}
              onChange={({ target }) => set({ licenceId: target.value || null })}
            />
          )}
        </div>
      )}
    </div>
  );
}
