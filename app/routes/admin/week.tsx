import { useQueryClient } from '@tanstack/react-query';
import { OwnWeek } from '../../features/own-work/own-week.tsx';
import { may } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';
import { teamKeyOf } from '../../shared/team-api.ts';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Page } from '../page/page.tsx';

/** A worker's own visits of the week. */
export default function OwnWeekPage() {
  const client = useQueryClient();
  const { user } = useUser();
  const shown = useShown();
  const readAgain = async () => {
    await client.invalidateQueries({ queryKey: teamKeyOf('readOwnWeek') });
    await client.invalidateQueries({ queryKey: teamKeyOf('readOwnLeave') });
  };
  if (!may(user, 'work.own'))
    return (
      <Page title="My Week">
        <EmptyState
          drawing="search"
          title="Access Denied"
          text="This page shows the own visits of workers."
        />
      </Page>
    );
  return (
    <Page title="My Week" refresh={readAgain}>
      <OwnWeek shown={shown} />
    </Page>
  );
}
