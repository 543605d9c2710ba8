import './overview.css';
import {
  barChartOutline,
  calendarNumberOutline,
  downloadOutline,
  ellipsisHorizontalOutline,
  pulseOutline,
} from 'ionicons/icons';
import { useState } from 'react';
import { hrefs } from '../../lib/hrefs.ts';
import { useOnline } from '../../lib/online.ts';
import { useUser } from '../../lib/session.ts';
import { opensPage } from '../../shared/team-pages.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { exportHref, type Filter } from './filter.ts';
import { RowAct } from './row-act.tsx';

/**
 * The file of the list, and the links to the team's other tools (spec §2) that the reader's role opens.
 * @param filter the list's filter, which applies to the file too
 * @param onFollow is called when one of them is followed
 */
export function Tools({ filter, onFollow }: { filter: Filter; onFollow?: () => void }) {
  const online = useOnline();
  const { user } = useUser();
  const look = { kind: 'quiet', size: 'small', onFollow } as const;
  return (
    <div className="desk-tools">
      {online ? (
        <ButtonLink {...look} icon={downloadOutline} href={exportHref(filter)} download>
          Export
        </ButtonLink>
      ) : (
        <Button kind="quiet" size="small" icon={downloadOutline} off title="You are offline.">
          Export
        </Button>
      )}
      <ButtonLink {...look} icon={calendarNumberOutline} href={hrefs.adminSchedule}>
        Schedule View
      </ButtonLink>
      <ButtonLink {...look} icon={pulseOutline} href={hrefs.adminLive}>
        Live Tracking
      </ButtonLink>
      {opensPage(user, hrefs.adminReport) && (
        <ButtonLink {...look} icon={barChartOutline} href={hrefs.adminReport}>
          Generate Report
        </ButtonLink>
      )}
    </div>
  );
}

/** The same behind one button, where the list needs the room. */
export function FoldedTools(tools: { filter: Filter }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <RowAct label="Tools" icon={ellipsisHorizontalOutline} onClick={() => setOpen(true)} />
      <Sheet open={open} title="Tools" onClose={close}>
        <Tools {...tools} onFollow={close} />
      </Sheet>
    </>
  );
}
