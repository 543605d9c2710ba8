import type { Deps } from '../deps.ts';
import { readPerson } from '../features/records/account/account.service.ts';
import { senderName } from '../features/records/chat/chat.presenter.ts';

const keptMs = 60_000;
const most = 5_000;

/** The names shown to the other people in a conversation; cached for a minute. */
export type Names = (personId: string, isSupport: boolean) => Promise<string>;

export function createNames({ db }: Pick<Deps, 'db'>): Names {
  const known = new Map<string, { at: number; name: Promise<string> }>();
  return (personId, isSupport) => {
    const key = `${personId} ${isSupport}`;
    const found = known.get(key);
    if (found && performance.now() - found.at < keptMs) return found.name;
    const name = readPerson(db, personId).then((person) =>
      senderName(person ?? { first_name: '', last_name: '' }, isSupport),
    );
    name.catch(() => known.delete(key));
    if (known.size >= most) known.clear();
    known.set(key, { at: performance.now(), name });
    return name;
  };
}
