import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { testBrowserPath } from '../test/support/chromium-path.ts'
import { DEADLINE_MS } from '../test/support/deadline.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Directory of compiled code, which later workers and runs load. */
const COMPILE_CACHE = `${ROOT}node_modules/.cache/compiled`

/** Tests that need PgBouncer, a system package. They are skipped without it, except in CI. */
const POOLER_TESTS = ['test/db/pooler*.test.ts', 'test/process/pgbouncer.test.ts']
const env = { PATH: `${process.env.PATH}:/usr/sbin` }
const hasPooler = process.env.CI !== undefined || spawnSync('pgbouncer', ['--version'], { env }).status === 0
if (!hasPooler) console.warn('pgbouncer is not installed: its tests are skipped')

/** Tests that start processes or PostgreSQL servers. */
const PROCESS_TESTS = [
  'test/process/**/*.test.ts',
  'test/client/package.test.ts',
  'test/clients/cache-memory.test.ts',
  'test/db/{diff-models,embedded*,migrate,pooler*}.test.ts',
  'test/edge/{metrics,settings}.test.ts',
  'test/oauth/{app-revocation,secrets-at-rest}.test.ts',
]

/**
 * Tests that write much data, send floods or hostile input, repeat work until a rare order of events occurs, or try every
 * field and parameter of the API.
 */
const LOAD_TESTS = [
  'test/db/{log-reader,log-retention}.test.ts',
  'test/delivery/{fair-shares,vote-storm,webhook-limits}.test.ts',
  'test/graphql/{counted-queries,picture-sizes,search-agreement,seed-bulk}.test.ts',
  'test/rest/recorded-refusals.test.ts',
  'test/live/{bursts,floods,hostile-documents,largest-events,slow-readers}.test.ts',
  'test/moving/{heap-growth,small-heap}.test.ts',
  'test/moving/engine/{killed,undo-killed}.test.ts',
  'test/moving/transfer/{apis,whole-path}.test.ts',
  'test/oauth/parallel.test.ts',
]

/** Tests that measure the memory of their own process. */
const MEMORY_TESTS = [
  'test/graphql/{large-events,long-texts}.test.ts',
  'test/db/collected-rows.test.ts',
  'test/live/retained-memory.test.ts',
  'test/edge/stalled-pictures.test.ts',
]
/** Tests that need Chromium, a system package. They are skipped without it, except in CI. */
const BROWSER_TESTS = ['test/console/*.test.ts']
const hasBrowser = process.env.CI !== undefined || testBrowserPath !== null
if (!hasBrowser) console.warn('chromium is not installed: its tests are skipped')

/** Checks the statements that all other files have sent, so that it runs after them. */
const STATEMENTS_TESTS = ['test/contract/statements.test.ts']

/**
 * Tests of a Citus cluster, whose coordinator TEST_CITUS_URL is, and tests of the service that run on it too. A run with
 * it has no others: those send statements of their own that Citus refuses. npm has no Citus.
 */
const CITUS_TESTS = [
  'test/citus/*.test.ts',
  'test/delivery/{attempt-*,event-channels,open-*,own-headers,pipeline,recorded-bodies,rotated-secret,webhook-*}.test.ts',
  'test/graphql/{imported-votes,merge,search-bounds,search-customers,search-lists,search-posts,votes}.test.ts',
  'test/live/{blocked-people,credentials,event-streams,live-list,open-transactions,*-event-types,replayed-posts,websocket}.test.ts',
  'test/moving/engine/{batches,deleted-during-run,emit,round-trip,undo,undo-second-run,undo-uses}.test.ts',
  'test/moving/{export/*,people/{erasure,erasure-during-export,erasure-exports,erasure-files,swept-exports},transfer/{attacks,exports,imports,undo}}.test.ts',
  'test/oauth/{app-installs,app-owners,app-secrets,apps,audit,authorize,consent*,installs,leaving-person,own-webhooks}.test.ts',
  'test/mail/suppressions.test.ts',
  'test/mcp/{counted-calls,door,ended-access,reading-tools,scopes,tenants,whole-flow,writing-tools}.test.ts',
  'test/notifications/{bell,bounces,digests,mails,people}.test.ts',
  'test/oauth/agent*.test.ts',
  'test/oauth/{parallel,pkce,revocation*,scopes*,token-requests}.test.ts',
  'test/portal/{hidden-pictures,sign-in-providers}.test.ts',
  'test/rest/{changelog-dates,changelogs,comment-threads,idempotency-keys,import-csv,patch,posts,recorded-oauth,roadmap-*s,tags,webhooks*}.test.ts',
]
const hasCitus = process.env.TEST_CITUS_URL !== undefined
if (!hasCitus) console.warn('TEST_CITUS_URL is not set: the tests of Citus are skipped')

const exclude = [
  ...configDefaults.exclude,
  ...(hasPooler ? [] : POOLER_TESTS),
  ...(hasBrowser ? [] : BROWSER_TESTS),
  'test/citus/*.test.ts',
  ...STATEMENTS_TESTS,
]

/** Projects in the order in which they start. */
const PROJECTS = ['process', 'console', 'memory', 'load', 'api', 'statements']

/** The files that take longest, in the order in which a project starts them. Most of their time is waiting. */
const SLOWEST = [
  'start',
  'sequencer-killed',
  'delivery-killed',
  'archive',
  'backup',
  'generated-key',
  'silent-start',
  'lost-events',
  'disk-full',
  'log-on-full-disk',
  'rotate-key',
  'lost-tail',
  'embedded-restart',
  'embedded',
  'embedded-lost',
  'delivery-cut',
  'pgbouncer',
  'reinstalled',
  'read-only-server',
  'idempotency-killed',
  'embedded-obstacles',
  'database-restarted',
  'silent-database',
  'database-settings',
  'exchange-killed',
  'failover',
  'console/pages',
  'markup',
  'customers',
  'portal',
  'developers',
  'server-pages',
  'roadmaps',
  'account',
  'webhooks',
  'access-ends',
  'edges',
  'recorded-refusals',
  'recorded-answers',
  'tenants',
  'package',
  'slow-readers',
  'resume',
  'notifications',
  'entity-tags',
  'search-agreement',
  'compiled-operations',
  'bad-requests',
  'live-list',
  'floods',
  'hostile-documents',
  'revocation-effects',
  'headers',
  'webhook-limits',
  'fair-shares',
  'refused-results',
].map((name) => `/${name}.test.ts`)

/**
 * Starts the projects one after the other, and the longest files of a project before the others. A worker keeps
 * its modules only as long as the next file belongs to the same project, so the projects are not mixed.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => turnOf(one) - turnOf(other))
  }
}

/** With `--sequence.shuffle.files`, Vitest selects its own sequencer. */
const isShuffled = process.argv.some((argument) => argument.startsWith('--sequence.shuffle'))

function turnOf({ project, moduleId }: TestSpecification): number {
  const index = SLOWEST.findIndex((name) => moduleId.endsWith(name))
  const turn = index < 0 ? SLOWEST.length : index
  return turn + PROJECTS.indexOf(project.name) * (SLOWEST.length + 1)
}

/**
 * Node runs TypeScript natively, so tests load the same modules as the service. Nothing is mocked, so no module is
 * parsed for mocks.
 */
const experimental = { viteModuleRunner: false, nodeLoader: false }

/** Options of every project. */
const common = {
  root: ROOT,
  setupFiles: [`${ROOT}test/support/setup.ts`],
  env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
  // One generous deadline: a test waits for conditions, and the machine may be busy.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // Timeout of `expect.poll`. The default of one second is too short on a loaded machine.
  expect: { poll: { timeout: DEADLINE_MS } },
  pool: 'forks' as const,
  // A worker loads the modules once for all of its files.
  isolate: false,
  experimental,
}

export default defineConfig({
  root: ROOT,
  test: {
    globalSetup: [`${ROOT}test/support/global-setup.ts`],
    // Tests that wait for processes leave their core to others.
    maxWorkers: 6,
    sequence: isShuffled ? {} : { sequencer: LongestFirst },
    experimental,
    projects: hasCitus
      ? [{ root: ROOT, test: { ...common, name: 'citus', include: CITUS_TESTS } }]
      : [
          {
            root: ROOT,
            test: {
              ...common,
              name: 'api',
              include: ['test/**/*.test.ts'],
              exclude: [...exclude, ...PROCESS_TESTS, ...MEMORY_TESTS, ...LOAD_TESTS, ...BROWSER_TESTS],
            },
          },
          { root: ROOT, test: { ...common, name: 'process', include: PROCESS_TESTS, exclude } },
          { root: ROOT, test: { ...common, name: 'load', include: LOAD_TESTS } },
          // The files of a worker share a browser.
          { root: ROOT, test: { ...common, name: 'console', include: BROWSER_TESTS, exclude } },
          { root: ROOT, test: { ...common, name: 'memory', isolate: true, include: MEMORY_TESTS } },
          {
            root: ROOT,
            test: { ...common, name: 'statements', include: STATEMENTS_TESTS, sequence: { groupOrder: 1 } },
          },
        ],
  },
})
