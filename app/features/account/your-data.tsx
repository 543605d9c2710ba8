import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { archiveOutline, downloadOutline } from 'ionicons/icons';
import { dataExportFile } from '../../../api/contract/rules/data-export-file.ts';
import type { DataExport } from '../../../api/contract/schemas/data-export.ts';
import { ApiError, call } from '../../lib/api.ts';
import { useOnline } from '../../lib/online.ts';
import { reasonOf } from '../../lib/reason.ts';
import { useZone } from '../../lib/session.ts';
import { formatDay, formatExact } from '../../lib/time/dates.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { OfflineNote } from '../../ui/note.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { dataExportQuery } from './queries.ts';

/** All stored data of the member, as one file. */
export default function YourData({ shown }: { shown: boolean }) {
  const { data, error, refetch } = useQuery({ ...dataExportQuery(), enabled: shown });
  const online = useOnline();
  return (
    <Card className="stack" aria-labelledby="your-data">
      <div>
        <h2 id="your-data">Your data</h2>
        <p className="muted">
          All data that we store about you, in one file: your bookings, messages, photos, payments and
          choices.
        </p>
      </div>
      {data ? (
        <File file={data} />
      ) : error && !online ? (
        // The devices above already explain that the network is missing.
        <p className="muted">You can see whether there is a file when the network is back.</p>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton cards={1} label="Loading your data" />
      )}
    </Card>
  );
}

function File({ file }: { file: DataExport }) {
  const online = useOnline();
  const client = useQueryClient();
  const { queryKey } = dataExportQuery();
  const request = useMutation({
    mutationFn: () => call('requestDataExport'),
    onSuccess: (answer) => client.setQueryData(queryKey, answer),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) return;
      toast({
        title: 'Nothing was asked for',
        description: reasonOf(error),
        style: 'destructive',
      });
    },
  });
  // The stored answer may be older than the expiry of the file.
  const until = file.readyUntil && Date.parse(file.readyUntil) > Date.now() ? file.readyUntil : null;
  const state = file.state === 'ready' && !until ? 'none' : file.state;
  const mayAsk = state !== 'making' && !(file.againAt && Date.parse(file.againAt) > Date.now());
  return (
    <>
      <div className="data-file" data-state={state}>
        <span className="device-icon">
          <Icon src={archiveOutline} />
        </span>
        <div className="grow" role="status">
          <Words state={state} until={until} bytes={file.bytes} />
        </div>
        {until &&
          (online ? (
            <ButtonLink href={dataExportFile} download size="small" icon={downloadOutline}>
              Download
            </ButtonLink>
          ) : (
            <Button size="small" icon={downloadOutline} off>
              Download
            </Button>
          ))}
      </div>
      {mayAsk && (
        <Button
          kind="quiet"
          size="small"
          busy={request.isPending}
          off={!online}
          onClick={() => request.mutate()}
        >
          {until ? 'Put it together anew' : state === 'failed' ? 'Try again' : 'Download your data'}
        </Button>
      )}
      <OfflineNote kept="You see the last known state." />
    </>
  );
}

function Words({
  state,
  until,
  bytes,
}: {
  state: DataExport['state'];
  until: string | null;
  bytes: number | null;
}) {
  // The mail uses the business's zone alone, so this text does too.
  const zone = useZone();
  const { title, text } = {
    none: {
      title: 'Not asked for',
      text: 'It is put together in the background, and we tell you when it is ready. Only you can take it.',
    },
    making: {
      title: 'Being put together',
      text: 'You can close the app: we tell you when it is ready.',
    },
    ready: {
      title: `Ready until ${until ? formatDay(until, zone) : ''}`,
      text: `A ZIP file${bytes ? ` of ${sizeOf(bytes)}` : ''}. Only you can take it, signed in.`,
    },
    failed: {
      title: 'It could not be put together',
      text: 'Something went wrong on our side. Please try again, or write to us.',
    },
  }[state];
  return (
    <>
      <p title={until ? formatExact(until, zone) : undefined}>
        <strong>{title}</strong>
      </p>
      <p className="muted">{text}</p>
    </>
  );
}

/** '2.3 MB', with decimal units like the devices. */
const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
