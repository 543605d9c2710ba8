import '../../ui/fields/messages.css';
import { Card } from '../../ui/card.tsx';
import { useUnsentAnswers } from './outbox.ts';
import { UnsentFoot } from './unsent-foot.tsx';

/**
 * The person's own answers to customers that were not sent, where their role no longer opens the conversation: they
 * can still read, copy and discard them. Nothing without any.
 */
export function UnsentAnswers() {
  const entries = useUnsentAnswers();
  if (!entries.length) return null;
  return (
    <Card className="stack" aria-labelledby="unsent-answers">
      <h2 id="unsent-answers">Your answers that were not sent</h2>
      {entries.map((entry) => (
        <div
          key={entry.clientId}
          className={entry.state === 'failed' ? 'message mine failed' : 'message mine queued'}
        >
          <p className="bubble">{entry.work.content}</p>
          <UnsentFoot entry={entry} waitingWords={() => 'Waiting to be sent'} />
        </div>
      ))}
    </Card>
  );
}
