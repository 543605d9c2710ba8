import type { OpenMessage, StoredMessage } from './worker-messages.ts';

function onMessage(hear: (event: MessageEvent<OpenMessage | StoredMessage | undefined>) => void): () => void {
  const worker = navigator.serviceWorker;
  worker?.addEventListener('message', hear);
  return () => worker?.removeEventListener('message', hear);
}

/** Opens the page of a tapped notification, and confirms it; otherwise the worker would reload the page. */
export function onOpened(open: (href: string) => void | Promise<void>): () => void {
  return onMessage(({ data, ports }) => {
    if (data?.type !== 'OPEN') return;
    ports[0]?.postMessage('heard');
    // An open dialog keeps its typed text, and would block the next page.
    for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog:modal')) dialog.close();
    void open(data.href);
  });
}

/** Calls `listener` when the worker has stored newer data. */
export const onStored = (listener: () => void): (() => void) =>
  onMessage(({ data }) => {
    if (data?.type === 'STORED') listener();
  });
