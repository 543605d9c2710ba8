import { plansOnSale } from '../../../bus/changed.ts';
import type { VisitorData, VisitorLook } from '../../../contract/schemas/visitors/visitor-pages.ts';
import type { PublishedLook } from '../../../core/appearance.ts';
import { instant } from '../../../core/clock.ts';
import { dialled } from '../../../core/phone.ts';
import type { Deps } from '../../../deps.ts';
import { listCategories, listServices } from '../../records/catalogue/catalogue.service.ts';
import { listPlans } from '../../records/plans/plans.service.ts';

type Parts = Pick<
  Deps,
  'db' | 'bus' | 'business' | 'look' | 'texts' | 'clock' | 'env' | 'sandbox' | 'stopping'
>;

/** The paths whose data the pages show: who tells the open apps to read one of them again tells the pages, too. */
const paths: readonly string[] = ['/api/services', '/api/service-categories', plansOnSale];

/** The mean of a service's reviews changes without a publication, so the pages are also made anew after this time. */
const editionMs = 10 * 60_000;

/** The published data of the visitors' pages, and the name of its present edition, which a publication changes. */
export function publishedOf(deps: Parts): { edition(): string; read(): Promise<VisitorData> } {
  let heard = 0;
  const end = deps.bus.hear((note) => {
    if (note.kind === 'gap' || (note.kind === 'changed' && note.keys.some((key) => paths.includes(key))))
      heard += 1;
  });
  deps.stopping.addEventListener('abort', end);
  return {
    edition: () => {
      const period = Math.floor(Date.parse(instant(deps.clock)) / editionMs);
      const versions = [deps.business, deps.look, deps.texts].map((one) => one.current().version);
      return [heard, ...versions, period].join();
    },
    read: () => readPublished(deps),
  };
}

async function readPublished(deps: Parts): Promise<VisitorData> {
  const { env } = deps;
  const { name, phone, email, address, opening, policies, currency, timeZone } = deps.business.current();
  const [categories, services, { plans }] = await Promise.all([
    listCategories(deps.db),
    listServices(deps),
    listPlans(deps.db),
  ]);
  return {
    business: {
      name,
      phone,
      tel: dialled(phone, timeZone),
      email,
      address,
      opening,
      policies,
      currency,
      url: env.PUBLIC_URL,
      personas: env.SANDBOX && !env.OIDC_ISSUER,
      sandboxSaid: env.SANDBOX_SAID,
    },
    look: lookOf(deps.look.current()),
    texts: deps.texts.current().texts,
    categories,
    services,
    plans,
  };
}

/** The part of the look that the pages need. */
const lookOf = ({ css, hash, displayFace, paper, markUrl, logoUrl }: PublishedLook): VisitorLook => ({
  css,
  hash,
  displayFace,
  paper,
  markUrl,
  logoUrl,
});
