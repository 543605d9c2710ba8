/** The rules of imports in every folder (design §2). Each rule names the sentence that it enforces. */
const only = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

const ownFiles = (folder) => `^app/${folder}/[^/]+$`;
const underneath = (folder) => `^app/${folder}/`;

/**
 * The app's folders, the lowest first. A folder imports only from itself and from those before it, so that no folders
 * import each other in a circle. Tests may import everything.
 */
const appFolders = [
  ...['lib/time', 'lib', 'lib/cache', 'lib/live'].map(ownFiles),
  ...['ui/drawings', 'ui/hooks', 'ui/ionic', 'ui', 'ui/toasts', 'ui/fields', 'ui/lists', 'ui/states'].map(
    ownFiles,
  ),
  ...['ui/dialogs', 'pwa/storage', 'pwa/outbox', 'pwa/push', 'pwa/unsent', 'pwa/cache'].map(ownFiles),
  ...['pwa/install', 'pwa', 'pwa/photos', 'pwa/sign-out', 'pwa/update', 'pwa/worker'].map(ownFiles),
  ...['shared', 'payments'].map(underneath),
  '^app/features/(?!bookings/|chat/)',
  ...['', '/form', '/change', '/quote', '/list', '/detail', '/book', '/request'].map((part) =>
    ownFiles(`features/bookings${part}`),
  ),
  ...['features/chat', 'features/chat/team'].map(ownFiles),
  ...['routes/page', 'routes/admin', 'routes', 'routes/shell'].map(ownFiles),
  '^app/[^/]+$',
];
const appLayers = appFolders
  .slice(0, -1)
  .map((path, at) =>
    only(
      `no-arrow-up-from:${path}`,
      { path, pathNot: '\\.test\\.tsx?$' },
      { path: appFolders.slice(at + 1) },
      'routes → features → payments, shared → pwa → ui → lib; the folders of each have an order, too.',
    ),
  );

/** The API's layers, the lowest first. A layer imports from itself and from those before it. */
const layers = [
  'api/contract',
  'api/core',
  'api/db',
  'api/providers',
  'api/http',
  'api/bus',
  'api/sandbox',
  'api/deps.ts',
  'api/features',
  'api/realtime',
  'api/jobs',
  'api/seed',
  'api/compose',
  'api/main.ts',
  'api/testing',
];
/**
 * The floors of api/features and the folders of each, the lowest first: a folder imports only from those before it.
 * docs/architecture.md prints them (`npm run docs:floors`).
 */
const floors = {
  records: {
    holds: 'a thing and its rules',
    folders: [
      ...['places', 'account', 'audit', 'business', 'appearance', 'catalogue', 'plans', 'preferences'],
      ...['homes', 'personal-data'],
      ...['payments', 'notices', 'team-notices', 'push', 'subscription', 'hours', 'billing'],
      ...['workers', 'visits', 'bookings', 'cards', 'photos', 'pictures', 'messages'],
      ...['custom-requests', 'quotes', 'chat', 'administrators'],
    ],
  },
  flows: {
    holds: 'a change of several things, at once or in order',
    folders: [
      ...['slots', 'delivery', 'checkout', 'plan-changes', 'plan-publishing', 'given-hours'],
      ...['overage-charges', 'booking-changes', 'quote-answers', 'overtime-answers', 'team-refunds'],
      ...['dispute-cases', 'worker-invitations', 'assignment'],
      ...['sign-in', 'account-deletion', 'webhooks'],
    ],
  },
  views: {
    holds: 'what is read across things',
    folders: [
      ...['calendar', 'own-work', 'profile', 'statement', 'report', 'schedule', 'inbox'],
      ...['admin-bookings', 'today', 'data-export', 'customers', 'business-settings', 'visitor-pages'],
    ],
  },
};
const features = Object.entries(floors).flatMap(([floor, { folders }]) =>
  folders.map((folder) => `api/features/${floor}/${folder}`),
);

/** The folders of the payments sandbox, the lowest first: each imports only from those before it. */
const paymentsSandbox = [
  'core',
  // The provider's objects: customers and their cards, single payments, plans and their invoices.
  'customers',
  'intents',
  'billing',
  'webhooks',
  // The controls for tests, the changes that time brings, and the server that checks its callers.
  'controls',
  'time',
  'server',
  'pages',
  'seed.ts',
  'sandbox.ts',
  'browser',
  'bundle.ts',
  'testing',
].map((name) => `packages/payments-sandbox/${name}`);

/**
 * The folders of the contract, the lowest first: the rules (plans, limits), the paths and who may make each call,
 * which load no validator; the schemas; the calls made of these.
 */
const contract = ['rules', 'paths', 'access', 'schemas', 'calls'].map((name) => `api/contract/${name}`);

/** The folders of the tests' own parts, the lowest first. */
const testing = ['machine', 'databases', 'servers', 'outside', 'builders', 'acts'].map(
  (name) => `api/testing/${name}`,
);

const isTest = '\\.test\\.ts$';
const within = (folders) => `^(${folders.join('|').replaceAll('.', '\\.')})(/|$)`;

/** A rule for each folder of a list: it imports nothing of the folders after it. */
const noArrowUp = (folders, list = '') =>
  folders
    .slice(0, -1)
    .map((folder, rank) =>
      only(
        `no-arrow-up-from-${list}${folder.split('/').at(-1).replace('.ts', '')}`,
        { path: within([folder]), pathNot: isTest },
        { path: within(folders.slice(rank + 1)) },
        `${folder} imports only from folders before it in its list.`,
      ),
    );

module.exports = {
  forbidden: [
    only('no-circles', {}, { circular: true }, 'No circles.'),
    ...noArrowUp(layers),
    ...noArrowUp(features),
    only(
      'every-file-has-a-layer',
      {},
      { path: '^api/', pathNot: within(layers) },
      'A new folder of the API gets its place in the list of layers.',
    ),
    only(
      'every-feature-has-a-place',
      {},
      { path: '^api/features/', pathNot: within(features) },
      'A new folder gets its place in the list of its floor.',
    ),
    only(
      'files-bear-their-folders-name',
      {},
      {
        path: '^api/features/.+/([^/]+)/(?!\\1\\.)[^/]+\\.(routes|files|repository|table|presenter|policy)\\.ts$',
      },
      'x/x.routes.ts, and so x.files, x.repository, x.table, x.presenter and x.policy.',
    ),
    only(
      'app-takes-only-the-contract',
      { path: '^(app/|sw\\.ts)' },
      { path: '^api/', pathNot: '^api/contract/' },
      'The app takes from the API only its contract.',
    ),
    only(
      'api-never-imports-app',
      { path: '^api/' },
      { path: '^(app/|sw\\.ts)' },
      'The API never imports the app.',
    ),
    only(
      'contract-is-zod-alone',
      { path: '^api/contract/', pathNot: '\\.test\\.ts$' },
      { pathNot: '^(api/contract/|node_modules/zod/)' },
      'The contract imports zod and nothing else.',
    ),
    ...noArrowUp(contract, 'contract-'),
    only(
      'every-file-of-the-contract-has-a-rank',
      {},
      { path: '^api/contract/', pathNot: within(contract) },
      'A file of the contract is a rule, a path, a right, a schema or a call.',
    ),
    only(
      'contract-rules-load-no-validator',
      { path: '^api/contract/(rules|paths|access)/' },
      { path: '^node_modules/zod/' },
      'A first screen and the worker take rules without loading zod.',
    ),
    only(
      'text-of-details-stays-at-the-edges',
      {
        path: '^(app|api)/|^sw\\.ts$',
        pathNot: `${isTest}|^(${[
          'app/shared/bookings/details\\.ts',
          'app/features/bookings/form/book\\.ts',
          'api/features/records/bookings/booking-details/booking-details\\.ts',
          'api/db/migrations/',
        ].join('|')})`,
      },
      { path: '^api/contract/rules/booking-text\\.ts$' },
      'Details are an object; their text form is for the calls that the spec fixes and for what devices have stored.',
    ),
    only(
      'browsers-load-the-calls-of-their-pages',
      { path: '^(app/|sw\\.ts)', pathNot: `${isTest}|^app/shared/team-api\\.ts$` },
      {
        path: '^api/contract/(paths/(paths|team-paths)|access/access)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
      'A page loads the table of customers, a page of the team that of the team as well, and no page who may call.',
    ),
    ...noArrowUp(testing, 'testing-'),
    only(
      'every-part-of-the-tests-has-a-rank',
      {},
      { path: '^api/testing/', pathNot: within(testing) },
      'A new folder of api/testing gets its place in the list.',
    ),
    only(
      'features-are-strangers',
      { path: '^app/features/([^/]+)/', pathNot: '^app/features/subscription/' },
      { path: '^app/features/', pathNot: '^app/features/$1/' },
      'A feature of the app never imports another; a page composes them.',
    ),
    only(
      'subscription-stands-on-hours',
      { path: '^app/features/subscription/' },
      { path: '^app/features/', pathNot: '^app/features/(subscription|hours)/' },
      'A plan is shown and changed with the hours that it gives: the one arrow between features.',
    ),
    ...appLayers,
    only(
      'ui-is-primitive',
      { path: '^app/ui/' },
      { path: '^(api/contract/|app/lib/(session|cache/)|node_modules/@tanstack/react-query/)' },
      'The primitives know neither the contract nor a query.',
    ),
    only(
      'one-importer-of-stripe-in-the-app',
      { path: '^app/', pathNot: '^app/payments/' },
      { path: '^node_modules/@stripe/', dependencyTypesNot: ['type-only'] },
      '@stripe: one importing folder; its types may go further.',
    ),
    only(
      'records-keep-their-repositories',
      { path: '^api/features/records/([^/]+)/', pathNot: isTest },
      { path: '\\.repository\\.ts$', pathNot: '^api/features/records/$1/' },
      'A record calls the services of another, never its repository.',
    ),
    only(
      'flows-and-views-keep-their-repositories',
      { path: '^api/features/(flows|views)/([^/]+)/', pathNot: isTest },
      { path: '\\.repository\\.ts$', pathNot: '^api/features/(records/|$1/$2/)' },
      'A flow or a view may use the repository of a record, never that of another flow or view.',
    ),
    only(
      'routes-call-services',
      { path: '\\.(routes|files)\\.ts$' },
      { path: '\\.repository\\.ts$' },
      'x.routes (or x.files) → x.service → x.repository.',
    ),
    only(
      'routes-stand-with-their-service',
      { path: '^api/features/(.+)/[^/]+\\.(routes|files)\\.ts$', pathNot: '^api/features/views/customers/' },
      { path: '\\.service\\.ts$', pathNot: '^api/features/$1/' },
      'A routes file is in the folder of the services that it calls. The calls about a customer stay together, since each answers with the customer as shown.',
    ),
    only(
      'services-know-no-koa',
      { path: '\\.(service|repository|policy|rules)\\.ts$' },
      { path: '^(node_modules/(koa|@koa|koa-session)/|api/http/(?!handlers))' },
      'Services know no Koa.',
    ),
    only(
      'decisions-know-facts-alone',
      { path: '\\.decide\\.ts$' },
      {
        path: '^(api/(db|providers|http|bus|sandbox)/|api/deps\\.ts$)|\\.(service|repository|routes|files)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
      'x.decide computes a change from facts that were read: it imports neither the database nor what uses it, but types.',
    ),
    only(
      'one-file-knows-local-times',
      {
        path: '^(api|app)/|^sw\\.ts$',
        pathNot: `${isTest}|^api/core/wall-clock\\.ts$`,
      },
      { path: '^node_modules/temporal-polyfill/' },
      'Local dates and times: one file of the server. The app asks the browser (app/lib/time/wall-clock.ts).',
    ),
    only(
      'one-importer-of-stripe',
      { path: '^(api|app|scripts)/', pathNot: '^api/(providers/payments|testing)/' },
      { path: '^node_modules/stripe/' },
      'stripe: one importing folder.',
    ),
    only(
      'one-importer-of-openid-client',
      { pathNot: '^api/providers/identity/' },
      { path: '^node_modules/openid-client/' },
      'openid-client: one importing folder.',
    ),
    only(
      'one-importer-of-jose',
      { path: '^(api|app|scripts)/', pathNot: '^api/(providers/identity|testing)/' },
      { path: '^node_modules/jose/' },
      'jose: one importing folder (a test’s issuer signs with it).',
    ),
    only(
      'one-importer-of-nodemailer',
      { path: '^(api|app|scripts)/', pathNot: '^api/providers/mail/' },
      { path: '^node_modules/nodemailer/' },
      'nodemailer: one importing folder.',
    ),
    only(
      'one-importer-of-databases',
      { path: '^(api|app|scripts)/', pathNot: '^api/(db|sandbox|testing)/' },
      { path: '^node_modules/(better-sqlite3|pg)/' },
      'better-sqlite3 and pg: one importing folder (each sandbox keeps its own file).',
    ),
    only(
      'one-importer-of-web-push',
      { pathNot: '^api/providers/push/' },
      { path: '^node_modules/web-push/' },
      'web-push: one importing folder.',
    ),
    only(
      'one-importer-of-sharp',
      {
        path: '^(api|app|scripts)/',
        pathNot:
          '^(api/(providers/photos|testing|features/records/appearance/appearance\\.test\\.ts)|e2e/tour/|scripts/images/)',
      },
      { path: '^node_modules/sharp/' },
      'sharp: one importing folder (the tour and scripts/images draw the pictures that they show, and a test looks at the icons).',
    ),
    only(
      'one-importer-of-date-holidays',
      { path: '^(app|api|sw\\.ts)', pathNot: '^api/providers/holidays/' },
      { path: '^node_modules/date-holidays/' },
      'date-holidays: one importing folder of the server; it holds the holidays of all countries.',
    ),
    only(
      'one-importer-of-libphonenumber',
      { pathNot: '^api/core/phone\\.ts$' },
      { path: '^node_modules/libphonenumber-js/' },
      'libphonenumber-js: one importing file of the server; its tables of all countries stay out of the app.',
    ),
    only(
      'sandbox-only-from-deps',
      {
        path: '^(api|app|scripts)/|^sw\\.ts$',
        pathNot: '^api/(sandbox/|testing/|deps\\.ts|compose/create-deps\\.ts)',
      },
      { path: '^api/sandbox/' },
      'The sandbox is reached only from compose/create-deps.ts; deps.ts takes its type.',
    ),
    only(
      'sandbox-has-one-entry',
      { pathNot: '^api/(sandbox|testing)/|^bench/' },
      { path: '^api/sandbox/', pathNot: '^api/sandbox/sandbox\\.ts$' },
      'Of the sandbox, the product imports sandbox.ts and nothing behind it.',
    ),
    ...noArrowUp(paymentsSandbox, 'payments-sandbox-'),
    only(
      'every-file-of-the-payments-sandbox-has-a-rank',
      {},
      { path: '^packages/payments-sandbox/', pathNot: `${isTest}|${within(paymentsSandbox)}` },
      'A new folder of the payments sandbox gets its place in the list.',
    ),
    only(
      'payments-sandbox-is-a-package-of-its-own',
      { path: '^packages/payments-sandbox/' },
      { pathNot: '^(packages/payments-sandbox|node_modules)/', dependencyTypesNot: ['core'] },
      'The payments sandbox imports nothing of the product or of its tools, tests included.',
    ),
    only(
      'payments-sandbox-has-public-entries',
      { pathNot: '^packages/payments-sandbox/' },
      { path: '^packages/payments-sandbox/', dependencyTypesNot: ['aliased-workspace'] },
      'The payments sandbox is imported by its name, as its package.json exports it, and never by a path.',
    ),
    only(
      'payments-sandbox-only-from-the-sandbox',
      {
        path: '^(api|app|scripts)/|^sw\\.ts$',
        pathNot: `^api/(sandbox/sandbox\\.ts$|testing/)|${isTest}|^scripts/build/sandbox-script-plugin\\.ts$`,
      },
      { path: '^packages/payments-sandbox/' },
      'The product reaches the payments sandbox in api/sandbox/sandbox.ts alone; the build bundles its script.',
    ),
    only(
      'payments-sandbox-in-the-browser-knows-no-server',
      { path: '^packages/payments-sandbox/browser/', pathNot: isTest },
      {
        path: '^packages/payments-sandbox/',
        pathNot: '^packages/payments-sandbox/(browser/|core/(card-numbers|money)\\.ts$)',
      },
      'What runs in the browser shares with the server only the facts about card numbers and the form of amounts.',
    ),
    only(
      'sandbox-stays-out-of-the-start',
      { path: '^api/(deps|compose/create-deps)\\.ts$' },
      { path: '^api/sandbox/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
      'And dynamically: production does not load it.',
    ),
    only(
      'features-know-no-personas',
      { path: '^api/features/', pathNot: '\\.test\\.ts$' },
      { path: '^api/(core/personas\\.ts$|seed/)' },
      'What is there to be tried out is no rule of the product: the composition root tells a feature what it must know.',
    ),
    only(
      'testing-only-from-tests',
      { pathNot: '/testing/|^(e2e|bench)/|\\.test\\.tsx?$' },
      { path: '^(api/testing/|app/pwa/(outbox|storage)/testing/)' },
      'testing/ is reached only from tests, benches and the tour.',
    ),
    only(
      'tests-that-run-once-know-no-database',
      { path: '^api/(contract|core|providers)/' },
      { path: '^api/(db|testing/(databases|servers|builders|acts))/' },
      'The tests of these layers run on SQLite alone (vitest.config.ts).',
    ),
    only(
      'worker-is-thin',
      { path: '^sw\\.ts$' },
      { path: '^(app|api)/', pathNot: '^(app/pwa/worker/|api/contract/)' },
      'sw.ts reaches only app/pwa/worker and the contract.',
    ),
    only(
      'no-react-in-the-worker',
      { path: '^(sw\\.ts|app/pwa/worker/)' },
      { path: '^node_modules/(react|react-dom|@ionic)/' },
      'The worker knows no React.',
    ),
    only(
      'product-knows-no-tools',
      { path: '^(app/|api/|sw\\.ts$)', pathNot: '\\.test\\.tsx?$' },
      { path: '^(scripts|e2e|bench)/' },
      'What is shipped imports nothing of scripts, e2e or bench.',
    ),
    only(
      'commands-know-no-tests',
      { path: '^scripts/' },
      { path: '^(e2e|bench)/' },
      'scripts ← e2e ← tour, bench: the commands that build, start and look after an installation know neither journeys nor benches.',
    ),
    only(
      'journeys-know-no-tour-and-no-bench',
      { path: '^e2e/(?!tour/)' },
      { path: '^(e2e/tour|bench)/' },
      'A journey imports nothing of the tour or of a bench; both may use what journeys use.',
    ),
    only(
      'tour-and-benches-are-strangers',
      { path: '^(e2e/tour|bench)/' },
      { path: '^(e2e/tour|bench)/', pathNot: '^$1/' },
      'The tour and the benches know nothing of each other.',
    ),
    only(
      'journeys-know-the-outside',
      { path: '^e2e/' },
      {
        path: '^api/(features/.*\\.(repository|routes|files|policy|rules)\\.ts$|http/|bus/bus\\.ts$|realtime/|jobs/)',
      },
      'Journeys and the tour see the product from outside: its pages, its calls and its rows.',
    ),
    only(
      'commands-call-services',
      { path: '^scripts/' },
      { path: '^api/features/.*\\.repository\\.ts$' },
      'A command may call a service, never a repository.',
    ),
  ],
  options: {
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|tour|test-results)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
};
// For docs/architecture.md; dependency-cruiser reads only what can be enumerated.
Object.defineProperty(module.exports, 'floors', { value: floors });
