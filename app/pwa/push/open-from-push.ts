/** The worker's message to an open page when one of its notifications is tapped. */
interface OpenMessage {
  type: 'OPEN';
  href: string;
}
/** The worker's message after it has read and stored the content behind a notification. */
interface StoredMessage {
  type: 'STORED';
}

export const openMessage = (href: string): OpenMessage => ({ type: 'OPEN', href });
export const storedMessage: StoredMessage = { type: 'STORED' };

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
