import { reasonOf } from '../../lib/reason.ts';

/** The reason why a sheet was not saved: others' changes since it was opened, or a failure that no field explains. */
export function Unsaved({
  what,
  others,
  failure,
  problems,
}: {
  what: 'service' | 'plan';
  /** Others' changes, each in words. */
  others: readonly string[];
  failure: Error | null;
  /** The problems that stand at their fields. */
  problems: object;
}) {
  if (others.length > 0)
    return (
      <div className="notice warning" role="alert">
        <p>{`Somebody has changed this ${what} since you opened it:`}</p>
        <ul>
          {others.map((words) => (
            <li key={words} dir="auto">
              {words}
            </li>
          ))}
        </ul>
        <p>Save again to put yours in its place, or take theirs.</p>
      </div>
    );
  if (!failure || Object.keys(problems).length > 0) return null;
  return (
    <p className="notice error" role="alert">
      {reasonOf(failure)}
    </p>
  );
}
