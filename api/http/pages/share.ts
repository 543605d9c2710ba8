import Router from '@koa/router';

/**
 * Where a phone's share sheet posts photos to (Web Share Target). The worker takes them on the device; a browser whose
 * worker is gone comes here, is led to the page all the same, and is told there to share once more. Nothing is read.
 */
export function shareRouter(): Router {
  const router = new Router({ sensitive: true });
  router.post('/share', (ctx) => {
    ctx.req.resume();
    ctx.status = 303;
    ctx.redirect('/share?lost');
  });
  return router;
}
