import { createServer as createHttpServer, type Server } from 'node:http';
import type Router from '@koa/router';
import Koa from 'koa';
import { workFor } from '../core/turn.ts';
import type { Deps } from '../deps.ts';
import { accountDeletionRoutes } from '../features/flows/account-deletion/account-deletion.routes.ts';
import { bookingChangeRoutes } from '../features/flows/booking-changes/booking-changes.routes.ts';
import { checkoutRoutes } from '../features/flows/checkout/checkout.routes.ts';
import { disputeRoutes } from '../features/flows/dispute-cases/dispute-cases.routes.ts';
import { overageChargeRoutes } from '../features/flows/overage-charges/overage-charges.routes.ts';
import { overtimeAnswerRoutes } from '../features/flows/overtime-answers/overtime-answers.routes.ts';
import { subscriptionRoutes } from '../features/flows/plan-changes/plan-changes.routes.ts';
import { planPublishingRoutes } from '../features/flows/plan-publishing/plan-publishing.routes.ts';
import { quoteAnswerRoutes } from '../features/flows/quote-answers/quote-answers.routes.ts';
import {
  issuerLogoutPath,
  issuerLogoutRouter,
} from '../features/flows/sign-in/issuer-logout/issuer-logout.routes.ts';
import { signInRouter } from '../features/flows/sign-in/sign-in.routes.ts';
import { createLeaving } from '../features/flows/sign-in/sign-out.ts';
import { teamRefundRoutes } from '../features/flows/team-refunds/team-refunds.routes.ts';
import { webhookPath, webhookRouter } from '../features/flows/webhooks/webhooks.routes.ts';
import { accountRoutes } from '../features/records/account/account.routes.ts';
import { readSessionAgain, sessionOf, sessions } from '../features/records/account/sessions/session.ts';
import { administratorRoutes } from '../features/records/administrators/administrators.routes.ts';
import { appearanceFiles } from '../features/records/appearance/appearance.files.ts';
import { appearanceRoutes } from '../features/records/appearance/appearance.routes.ts';
import { auditRoutes } from '../features/records/audit/audit.routes.ts';
import { billingRoutes } from '../features/records/billing/billing.routes.ts';
import { bookingRoutes } from '../features/records/bookings/bookings.routes.ts';
import { businessRoutes } from '../features/records/business/business.routes.ts';
import { cardRoutes } from '../features/records/cards/cards.routes.ts';
import { catalogueRoutes } from '../features/records/catalogue/catalogue.routes.ts';
import { chatRoutes } from '../features/records/chat/chat.routes.ts';
import { customRequestRoutes } from '../features/records/custom-requests/custom-requests.routes.ts';
import { homeRoutes } from '../features/records/homes/homes.routes.ts';
import { overageRoutes } from '../features/records/hours/overage/overage.routes.ts';
import { overtimeRoutes } from '../features/records/hours/overtime/overtime.routes.ts';
import { messageRoutes } from '../features/records/messages/messages.routes.ts';
import { photoRoutes } from '../features/records/photos/photos.routes.ts';
import { pictureRoutes } from '../features/records/pictures/pictures.routes.ts';
import { planRoutes } from '../features/records/plans/plans.routes.ts';
import { preferenceRoutes } from '../features/records/preferences/preferences.routes.ts';
import { pushRoutes } from '../features/records/push/push.routes.ts';
import { quoteRoutes } from '../features/records/quotes/quotes.routes.ts';
import { teamNoticeRoutes } from '../features/records/team-notices/team-notices.routes.ts';
import { bookingsFiles } from '../features/views/admin-bookings/admin-bookings.files.ts';
import { adminBookingRoutes } from '../features/views/admin-bookings/admin-bookings.routes.ts';
import { businessSettingsRoutes } from '../features/views/business-settings/business-settings.routes.ts';
import { calendarFiles } from '../features/views/calendar/calendar.files.ts';
import { calendarRoutes } from '../features/views/calendar/calendar.routes.ts';
import { customerRoutes } from '../features/views/customers/customers.routes.ts';
import { dataExportFiles } from '../features/views/data-export/data-export.files.ts';
import { dataExportRoutes } from '../features/views/data-export/data-export.routes.ts';
import { inboxRoutes } from '../features/views/inbox/inbox.routes.ts';
import { profileRoutes } from '../features/views/profile/profile.routes.ts';
import { reportRoutes } from '../features/views/report/report.routes.ts';
import { scheduleRoutes } from '../features/views/schedule/schedule.routes.ts';
import { statementFiles } from '../features/views/statement/statement.files.ts';
import { hoursRoutes } from '../features/views/statement/statement.routes.ts';
import { todayRoutes } from '../features/views/today/today.routes.ts';
import { publishedOf } from '../features/views/visitor-pages/visitor-pages.service.ts';
import { callerOf } from '../http/caller.ts';
import { isCallersFault } from '../http/callers-fault.ts';
import { sessionCookieOf } from '../http/cookies.ts';
import { drainable, refuseWhileStopping } from '../http/drain.ts';
import { plainHeaders, securityHeaders } from '../http/headers.ts';
import { healthRouter } from '../http/health.ts';
import { addressKey } from '../http/limits/limits.ts';
import { requestsInTurn } from '../http/limits/requests-in-turn.ts';
import { refuseNul } from '../http/nul.ts';
import { sameOrigin } from '../http/origin.ts';
import { isStranger, strangerAnswer } from '../http/own-machine.ts';
import { ownOrigins } from '../http/own-origins.ts';
import { publishedFiles } from '../http/pages/published-files.ts';
import { shareRouter } from '../http/pages/share.ts';
import { staticFiles } from '../http/pages/static.ts';
import { limitRefused, refuseUnbegun } from '../http/refused.ts';
import { requestLog } from '../http/request-log.ts';
import { contractRouter } from '../http/router.ts';
import { createPresence, type Presence } from '../realtime/presence.ts';
import { createRealtime } from '../realtime/realtime.ts';
import { isWebSocket } from '../realtime/upgrade.ts';

export interface App {
  server: Server;
  /** Every path that a router answers, as registered there. */
  paths(): (string | RegExp)[];
  /** Ends sockets with 1001, waits at most `ms` for requests under way, then stops listening. */
  close(ms?: number): Promise<void>;
}

const routerOf = (answer: Koa.Middleware): Router | undefined => (answer as { router?: Router }).router;

/** The whole server, not yet listening. */
export function createServer(deps: Deps): App {
  const origins = ownOrigins(deps.env.PUBLIC_URL);
  const koa = new Koa();
  const addressOf = callerOf(deps.env);
  koa.keys = [deps.secret];
  koa.on('error', (err) => {
    if (!isCallersFault(err)) deps.log.error({ err }, 'an error outside of a request');
  });
  koa.use((ctx, next) => {
    ctx.request.ip = addressOf(ctx.req);
    return workFor(addressKey(ctx.ip), next);
  });
  koa.use(requestLog(deps.log));
  koa.use(limitRefused(deps.limits));
  koa.use(refuseNul);
  koa.use(securityHeaders(deps));
  koa.use(healthRouter(deps).routes());
  koa.use(refuseWhileStopping(deps.stopping));
  koa.use(shareRouter().routes());
  koa.use(sameOrigin(origins.includes, [webhookPath, issuerLogoutPath]));
  koa.use(webhookRouter(deps).routes());
  const issuerLogout = issuerLogoutRouter(deps);
  koa.use(issuerLogout.routes());
  koa.use(issuerLogout.allowedMethods());
  koa.use(appearanceFiles(deps).routes());
  koa.use(sessions(koa, deps));
  koa.use(calendarFiles(deps).routes());
  koa.use(statementFiles(deps).routes());
  koa.use(bookingsFiles(deps).routes());
  koa.use(dataExportFiles(deps).routes());
  const leaving = createLeaving(deps, origins);
  koa.use(signInRouter(deps, leaving).routes());
  const presence = createPresence(deps.bus);
  const api = contractRouter(handlers(deps, presence), deps.limits, {
    leave: leaving.leave,
    readAgain: (ctx) => readSessionAgain(ctx, deps),
  });
  koa.use(api.routes());
  koa.use(api.allowedMethods());
  const visitors = { ...deps, published: publishedOf(deps) };
  koa.use(publishedFiles(visitors).routes());
  koa.use(staticFiles(visitors));

  const setHeaders = plainHeaders(deps);
  const sessionCookie = sessionCookieOf(deps.env);
  const serveKoa = requestsInTurn(
    koa.callback(),
    (req) => {
      const address = addressKey(addressOf(req));
      const session = sessionCookie(req);
      const path = req.url?.split('?')[0] ?? '';
      // A calendar's address is a secret, which belongs to one reader.
      const reader = path.startsWith('/calendar/') ? '' : (session ?? address);
      return {
        address,
        session,
        isCall: path.startsWith('/api/'),
        refusedAs: `${reader} ${req.method} ${path}`,
      };
    },
    deps.limits,
    (res, isFirst) => {
      setHeaders(res);
      refuseUnbegun(res, deps.log, isFirst);
    },
  );
  const isForeign = isStranger(deps.env);
  // A request to upgrade to any protocol but WebSocket is answered over HTTP (RFC 9110, §7.8).
  const shouldUpgradeCallback = isWebSocket;
  const server = createHttpServer({ shouldUpgradeCallback }, (req, res) => {
    if (isForeign(req)) res.writeHead(403, { 'content-type': 'text/plain' }).end(strangerAnswer);
    else if (deps.sandbox && req.url?.startsWith('/sandbox/')) {
      setHeaders(res);
      deps.sandbox.handle(req, res);
    } else serveKoa(req, res);
  });
  const drain = drainable(server);
  const realtime = createRealtime(server, deps, presence, origins.includes, (req) =>
    workFor(addressKey(addressOf(req)), () => sessionOf(koa, deps, req)),
  );
  return {
    server,
    paths: () => koa.middleware.flatMap((answer) => routerOf(answer)?.stack.map(({ path }) => path) ?? []),
    async close(ms = 2_000) {
      await Promise.all([realtime.close(ms), drain(ms)]);
      presence.close();
    },
  };
}

/** The handler of each call of the contract. */
const handlers = (deps: Deps, presence: Presence) => ({
  ...accountRoutes(deps),
  ...profileRoutes(deps),
  ...catalogueRoutes(deps),
  ...planRoutes(deps),
  ...planPublishingRoutes(deps),
  ...bookingRoutes(deps),
  ...bookingChangeRoutes(deps),
  ...adminBookingRoutes(deps),
  ...administratorRoutes(deps),
  ...calendarRoutes(deps),
  ...customRequestRoutes(deps),
  ...quoteRoutes(deps),
  ...quoteAnswerRoutes(deps),
  ...messageRoutes(deps),
  ...photoRoutes(deps),
  ...pictureRoutes(deps),
  ...checkoutRoutes(deps),
  ...subscriptionRoutes(deps),
  ...billingRoutes(deps),
  ...hoursRoutes(deps),
  ...overageRoutes(deps),
  ...overageChargeRoutes(deps),
  ...overtimeRoutes(deps),
  ...overtimeAnswerRoutes(deps),
  ...preferenceRoutes(deps),
  ...teamNoticeRoutes(deps),
  ...homeRoutes(deps),
  ...pushRoutes(deps),
  ...cardRoutes(deps),
  ...chatRoutes(deps, presence),
  ...inboxRoutes(deps),
  ...customerRoutes(deps),
  ...dataExportRoutes(deps),
  ...accountDeletionRoutes(deps),
  ...auditRoutes(deps),
  ...disputeRoutes(deps),
  ...teamRefundRoutes(deps),
  ...scheduleRoutes(deps),
  ...todayRoutes(deps),
  ...reportRoutes(deps),
  ...businessRoutes(deps),
  ...appearanceRoutes(deps),
  ...businessSettingsRoutes(deps),
});
