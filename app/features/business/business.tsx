import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../lib/session.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';

/** The business as people see it. */
export default function Business({ shown }: { shown: boolean }) {
  const { data, error, refetch } = useQuery({ ...configQuery(), enabled: shown });
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton cards={2} height="10rem" label="Reading the settings" />
    );
  return (
    <Card className="stack" aria-labelledby="business-contact">
      <h2 id="business-contact">Name and contact</h2>
      <p dir="auto">{data.businessName}</p>
      <p>{data.supportPhone}</p>
      <p>{data.supportEmail}</p>
    </Card>
  );
}
