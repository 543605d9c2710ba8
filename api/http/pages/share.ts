import Router from '@koa/router';

/**
 * The target to which a phone's share sheet posts photos (Web Share Target). Normally the worker takes them on the
 * device. A browser whose worker is gone reaches this route, which reads nothing and leads to the page that asks to
 * share again.
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
