import Router from '@koa/router';
import type { Context } from 'koa';
import { files } from '../../../contract/access/files.ts';
import type { Deps } from '../../../deps.ts';
import { inPieces } from '../../../http/pieces.ts';
import { permitted } from '../../../http/rights/permitted.ts';
import { statementCsv } from './csv.ts';
import { allLines } from './statement.service.ts';

/** The statement as a file. */
export function statementFiles(deps: Deps): Router {
  const router = new Router({ sensitive: true, strict: true });
  router.get(files.statement.path, async (ctx: Context) => {
    const person = permitted(ctx, files.statement.who);
    await deps.limits.cost('file', person.id);
    const body = await inPieces(statementCsv(allLines(deps, person), deps.env.BUSINESS_TIME_ZONE));
    ctx.set('content-type', 'text/csv; charset=utf-8');
    ctx.set('content-disposition', 'attachment; filename="hearthkeep-hours.csv"');
    ctx.set('cache-control', 'private, no-store');
    ctx.body = body;
  });
  return router;
}
