import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { onListKey, pressInRows } from '../../features/admin-bookings/search/row-keys.ts';
import { useSheets } from '../../features/admin-bookings/use-sheets.tsx';
import { todayQuery } from '../../features/live-work/today/queries.ts';
import { Today } from '../../features/live-work/today/today.tsx';
import { AssignSheet } from '../../features/workers/assign.tsx';
import { hrefs } from '../../lib/hrefs.ts';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { AdminPage } from './admin-page.tsx';

const keysFor = (rows: HTMLElement) => onListKey((event) => pressInRows(event, rows));

/** The team's first page after the sign-in. */
export default function AdminTodayPage() {
  const client = useQueryClient();
  const shown = useShown();
  const readAgain = () => client.invalidateQueries(todayQuery());
  const [assigning, setAssigning] = useState({ id: '', open: false });
  const { onContact, dialog } = useSheets(shown, () => void readAgain());
  return (
    <AdminPage at={hrefs.adminToday} refresh={readAgain}>
      <Today
        shown={shown}
        onContact={onContact}
        onAssign={(id) => setAssigning({ id, open: true })}
        keysFor={keysFor}
      />
      {dialog}
      <AssignSheet
        bookingId={assigning.id}
        open={assigning.open}
        onClose={() => setAssigning(({ id }) => ({ id, open: false }))}
      />
    </AdminPage>
  );
}
