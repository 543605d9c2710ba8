import { useQueryClient } from '@tanstack/react-query';
import { onListKey, pressInRows } from '../../features/admin-bookings/search/row-keys.ts';
import { useSheets } from '../../features/admin-bookings/use-sheets.tsx';
import { todayQuery } from '../../features/live-work/today/queries.ts';
import { Today } from '../../features/live-work/today/today.tsx';
import { hrefs } from '../../lib/hrefs.ts';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { AdminPage } from './admin-page.tsx';

const keysFor = (rows: HTMLElement) => onListKey((event) => pressInRows(event, rows));

/** The team's first page after the sign-in. */
export default function AdminTodayPage() {
  const client = useQueryClient();
  const shown = useShown();
  const readAgain = () => client.invalidateQueries(todayQuery());
  const { onContact, dialog } = useSheets(shown, () => void readAgain());
  return (
    <AdminPage at={hrefs.adminToday} refresh={readAgain}>
      <Today shown={shown} onContact={onContact} keysFor={keysFor} />
      {dialog}
    </AdminPage>
  );
}
