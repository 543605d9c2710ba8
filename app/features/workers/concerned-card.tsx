import { useQuery } from '@tanstack/react-query';
import { Card } from '../../ui/card.tsx';
import { concernedQuery } from './queries.ts';
import { VisitRows } from './visit-rows.tsx';

/** The visits to come that the worker can no longer make, each with a link to where that is settled. */
export function ConcernedCard({ id, shown }: { id: string; shown: boolean }) {
  const { data } = useQuery({ ...concernedQuery(id), enabled: shown });
  if (!data || data.visits.length === 0) return null;
  return (
    <Card className="stack" role="status" aria-labelledby="worker-concerned">
      <h2 id="worker-concerned">
        {data.visits.length === 1
          ? 'A visit needs somebody else'
          : `${data.visits.length} visits need somebody else`}
      </h2>
      <VisitRows visits={data.visits} />
    </Card>
  );
}
