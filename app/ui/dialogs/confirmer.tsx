import { useCode } from '../hooks/use-code.ts';
import { toast } from '../toasts/toast.tsx';
import { useConfirm } from './confirm.ts';

/** To be called when the first screen stands: the first question then needs no network. */
export const loadQuestions = () => import('./confirm-view.tsx').then((module) => module.default);

/** What cannot be asked is not done. */
function notAsked(): void {
  useConfirm.getState().answer(false);
  toast({
    title: 'That did not work',
    description: 'The network did not answer. Please try again.',
    style: 'destructive',
  });
}

/** Where questions are asked; their code comes with the first. */
export function Confirmer() {
  const View = useCode(
    loadQuestions,
    useConfirm((s) => s.question?.id ?? null),
    notAsked,
  );
  return View && <View />;
}
