import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AskedLeave } from '../../../api/contract/schemas/schedule.ts';
import { useSheets } from '../../features/admin-bookings/use-sheets.tsx';
import { todayQuery } from '../../features/live-work/today/queries.ts';
import { Today } from '../../features/live-work/today/today.tsx';
import { AssignSheet } from '../../features/workers/assign.tsx';
import { LeaveSheet } from '../../features/workers/leave-sheet.tsx';
import { hrefs } from '../../lib/hrefs.ts';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { AdminPage } from './admin-page.tsx';

/** The team's first page after the sign-in. */
export default function AdminTodayPage() {
  const client = useQueryClient();
  const shown = useShown();
  const readAgain = () => client.invalidateQueries(todayQuery());
  const [assigning, setAssigning] = useState({ id: '', open: false });
  const [deciding, setDeciding] = useState<{ leave: AskedLeave; open: boolean }>();
  const { onContact, dialog } = useSheets(shown, () => void readAgain());
  return (
    <AdminPage at={hrefs.adminToday} refresh={readAgain}>
      <Today
        shown={shown}
        onContact={onContact}
        onAssign={(id) => setAssigning({ id, open: true })}
        onLeave={(leave) => setDeciding({ leave, open: true })}
      />
      {dialog}
      <LeaveSheet
        of={deciding && { ...deciding, workerId: deciding.leave.workerId, worker: deciding.leave.worker }}
        open={deciding?.open === true}
        onClose={() => setDeciding((now) => now && { ...now, open: false })}
      />
      <AssignSheet
        bookingId={assigning.id}
        open={assigning.open}
        onClose={() => setAssigning(({ id }) => ({ id, open: false }))}
      />
    </AdminPage>
  );
}
