import { useState } from 'react';
import type { AssignmentForm, Candidates } from '../../../api/contract/schemas/settings/workers.ts';
import { useMay } from '../../lib/may.ts';
import { oneText } from '../../lib/one-text.ts';
import { WorkerFace } from '../../shared/workers/worker-face.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/fields/form.tsx';

/** The choice of all people whom a work needs at once; they are assigned together or not at all. */
export function AssignSeveral({
  data: { assigned, candidates, needed },
  off,
  onAssign,
}: {
  data: Candidates;
  off: boolean;
  onAssign: (form: AssignmentForm) => void;
}) {
  const may = useMay();
  const [chosen, setChosen] = useState<readonly string[]>(() => assigned.map(({ id }) => id));
  const [reason, setReason] = useState('');
  const toggle = (id: string) =>
    setChosen((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]));
  const rows = [...assigned.map((face) => ({ ...face, isFree: true, reason: 'comes now' })), ...candidates];
  const isAgainst = rows.some(({ id, isFree }) => !isFree && chosen.includes(id));
  const left = needed - chosen.length;
  const isOff = off || left !== 0 || (isAgainst && !reason.trim());
  return (
    <Form
      className="stack"
      onSubmit={() => {
        if (!isOff) onAssign({ workerIds: [...chosen], ...(isAgainst && { anyway: reason.trim() }) });
      }}
    >
      <p className="muted" role="status">
        {left === 0
          ? `${needed} people are chosen.`
          : left > 0
            ? `This service needs ${needed} people. Choose ${left} more.`
            : `This service needs ${needed} people. Choose ${-left} fewer.`}
      </p>
      <ul className="ruled">
        {rows.map(({ id, name, isFree, reason: why, ...face }) => (
          <li key={id} className={isFree ? 'assign-row' : 'assign-row against'}>
            <label className="assign-line">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                disabled={!isFree && !may('business.change')}
                aria-label={oneText`Choose ${name}`}
                onChange={() => toggle(id)}
              />
              <WorkerFace name={name} {...face} size={40} />
              <span className="grow">
                <strong dir="auto">{name}</strong>
                <span className="assign-why muted">{why}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {isAgainst && (
        <TextField
          label="The reason, for the log"
          maxLength={200}
          dir="auto"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      <Button type="submit" off={isOff}>
        {`Assign ${needed} People`}
      </Button>
    </Form>
  );
}
