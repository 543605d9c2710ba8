import { Link } from 'react-router-dom';
import type { AskedLeave } from '../../../../api/contract/schemas/schedule.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useZone } from '../../../lib/session.ts';
import { leaveSpan } from '../../../shared/workers/leave-words.ts';
import { Button } from '../../../ui/button.tsx';

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
    <li className="today-row" data-row>
      <span className="today-mark">
        <span className="today-pill good">Leave</span>
      </span>
      <span className="today-about">
        <Link to={`${hrefs.adminSettings}/workers?worker=${request.workerId}`} className="today-open">
          <strong dir="auto">{request.worker}</strong>
        </Link>
        <span className="today-who">{leaveSpan(request, zone)}</span>
        <span className="today-detail" dir="auto">
          {request.reason}
        </span>
      </span>
      <span className="today-act">
        <Button
          size="small"
          aria-label={oneText`Decide the leave of ${request.worker}`}
          onClick={() => onLeave(request)}
        >
          Decide
        </Button>
      </span>
    </li>
  );
}
