/** What the worker asks an open page when one of its notifications is tapped. */
interface OpenMessage {
  type: 'OPEN';
  href: string;
}
/** What it says once it has read, and stored, what a notification is about. */
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

/** Hears what a notification opens, and says so, or the worker would load the page anew. */
export function onOpened(open: (href: string) => void | Promise<void>): () => void {
  return onMessage(({ data, ports }) => {
    if (data?.type !== 'OPEN') return;
    ports[0]?.postMessage('heard');
    // What is open over the page keeps what was typed in it, and would make the next page deaf.
    for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog:modal')) dialog.close();
    void open(data.href);
  });
}

/** Hears that the worker has stored something newer. */
export const onStored = (listener: () => void): (() => void) =>
  onMessage(({ data }) => {
    if (data?.type === 'STORED') listener();
  });
