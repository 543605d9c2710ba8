import Router from '@koa/router';
import type { Context } from 'koa';
import { files } from '../../../contract/access/files.ts';
import type { Deps } from '../../../deps.ts';
import { permitted } from '../../../http/rights/permitted.ts';
import { openDataExport } from './data-export.service.ts';

/** The file of a person's own data. Its address names nobody: the session decides whose file it is. */
export function dataExportFiles(deps: Deps): Router {
  const router = new Router({ sensitive: true, strict: true });
  router.get(files.personalData.path, async (ctx: Context) => {
    const person = permitted(ctx, files.personalData.who);
    await deps.limits.cost('file', person.id);
    const { bytes, content } = await openDataExport(deps, person);
    ctx.set('content-type', 'application/zip');
    ctx.set('content-disposition', 'attachment; filename="hearthkeep-data.zip"');
    ctx.set('cache-control', 'private, no-store');
    ctx.length = bytes;
    ctx.body = content;
  });
  return router;
}
