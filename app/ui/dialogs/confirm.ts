import { create } from 'zustand';

export interface Question {
  title: string;
  text: string;
  /** The label of the confirming button, and whether the action destroys something. */
  yes: string;
  danger?: boolean;
  no?: string;
}

interface State {
  question: (Question & { id: number }) | null;
  open: boolean;
  answer: (yes: boolean) => void;
}

export const useConfirm = create<State>(() => ({ question: null, open: false, answer: () => {} }));

let count = 0;

/** Asks in a dialog before an action that cannot be undone. @returns whether the person confirmed. */
export function confirmFirst(question: Question): Promise<boolean> {
  useConfirm.getState().answer(false);
  count += 1;
  const numbered = { ...question, id: count };
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      useConfirm.setState({ open: false });
      resolve(yes);
    };
    useConfirm.setState({ question: numbered, open: true, answer });
  });
}
