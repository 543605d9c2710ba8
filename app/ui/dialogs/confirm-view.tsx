import { Button } from '../button.tsx';
import { useConfirm } from './confirm.ts';
import { Sheet } from './sheet.tsx';

/** The open question. Closing it in any way means no. */
export default function ConfirmView() {
  const { question, open, answer } = useConfirm();
  if (!question) return null;
  return (
    <Sheet open={open} title={question.title} onClose={() => answer(false)}>
      <p>{question.text}</p>
      <div className="sheet-actions">
        <Button kind={question.danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
          {question.yes}
        </Button>
        <Button kind="quiet" onClick={() => answer(false)}>
          {question.no ?? 'Cancel'}
        </Button>
      </div>
    </Sheet>
  );
}
