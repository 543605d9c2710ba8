import type { AskedLeave } from '../../../../api/contract/schemas/schedule.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useZone } from '../../../lib/session.ts';
import { leaveSpan } from '../../../shared/workers/leave-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Mark, Row } from './row.tsx';

/** Leave that a worker asks for, with the way to its decision. */
export function LeaveRow({
  request,
  onLeave,
}: {
  request: AskedLeave;
  onLeave: (request: AskedLeave) => void;
}) {
  const zone = useZone();
  return (
    <Row
      href={`${hrefs.adminSettings}/workers?worker=${request.workerId}`}
      mark={<Mark level="good">Leave</Mark>}
      title={request.worker}
      detail={
        <>
          <span>{leaveSpan(request, zone)}</span> {request.reason && <span dir="auto">{request.reason}</span>}
        </>
      }
    >
      <Button
        size="small"
        aria-label={oneText`Decide the leave of ${request.worker}`}
        onClick={() => onLeave(request)}
      >
        Decide
      </Button>
    </Row>
  );
}
