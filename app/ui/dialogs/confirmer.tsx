import { useCode } from '../hooks/use-code.ts';
import { toast } from '../toasts/toast.tsx';
import { useConfirm } from './confirm.ts';

/** Must be called after the first screen: the first question then needs no network. */
export const loadQuestions = () => import('./confirm-view.tsx').then((module) => module.default);

/** An action that cannot be asked about is not done. */
function notAsked(): void {
  useConfirm.getState().answer(false);
  toast({
    title: 'That did not work',
    description: 'The network did not answer. Please try again.',
    style: 'destructive',
  });
}

/** The place of questions; their code is loaded with the first. */
export function Confirmer() {
  const View = useCode(
    loadQuestions,
    useConfirm((s) => s.question?.id ?? null),
    notAsked,
  );
  return View && <View />;
}
