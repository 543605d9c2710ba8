import './team.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { rowsOf } from '../../lib/cache/pages.ts';
import { fullNameOf } from '../../lib/full-name.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { Vouched } from '../../shared/vouched.tsx';
import { Card } from '../../ui/card.tsx';
import { More } from '../../ui/lists/more.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { Invitations } from './invitations.tsx';
import { membersQuery } from './queries.ts';
import { Roles } from './roles.tsx';

/** The team: its members, the people who are invited, and the roles. */
export function Team({ shown }: { shown: boolean }) {
  return (
    <div className="stack roomy">
      <Members shown={shown} />
      <Invitations shown={shown} />
      <Roles shown={shown} />
    </div>
  );
}

function Members({ shown }: { shown: boolean }) {
  const list = useInfiniteQuery({ ...membersQuery(), enabled: shown });
  if (!list.data)
    return list.error ? (
      <ErrorState error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <Skeleton cards={1} height="10rem" label="Reading the members" />
    );
  return (
    <Card className="stack" aria-labelledby="team-members">
      <h2 id="team-members">Members</h2>
      <ul className="team-list">
        {rowsOf(list.data).map((person) => (
          <li key={person.id}>
            <span className="grow">
              <Link to={hrefs.adminCustomer(person.id)}>{fullNameOf(person) || person.email}</Link>
              <br />
              <span className="muted">{person.email}</span> <Vouched by={person} />
            </span>
            <span className="badge named scheduled">{person.team?.name ?? ''}</span>
          </li>
        ))}
      </ul>
      <More list={list} label="Show more" small />
    </Card>
  );
}
