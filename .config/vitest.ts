import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Directory of compiled code, which later workers and runs load. */
const COMPILE_CACHE = `${ROOT}node_modules/.cache/compiled`

/** Tests that need PgBouncer, a system package. They are skipped without it, except in CI. */
const POOLER_TESTS = ['test/db/pooler*.test.ts', 'test/process/pgbouncer.test.ts']
const env = { PATH: `${process.env.PATH}:/usr/sbin` }
const hasPooler = process.env.CI !== undefined || spawnSync('pgbouncer', ['--version'], { env }).status === 0
if (!hasPooler) console.warn('pgbouncer is not installed: its tests are skipped')

/** Tests that start processes or PostgreSQL servers, write much data, or measure memory. */
const PROCESS_TESTS = [
  'test/process/**/*.test.ts',
  'test/db/{diff-models,embedded*,migrate,pooler*}.test.ts',
  'test/graphql/{large-events,long-texts,seed-bulk}.test.ts',
  'test/live/{bursts,retained-memory}.test.ts',
]
const exclude = [...configDefaults.exclude, ...(hasPooler ? [] : POOLER_TESTS)]

/** The files that take longest, in the order in which a project starts them. Most of their time is waiting. */
const LONGEST = [
  'silent-start',
  'delivery-killed',
  'start',
  'embedded-restart',
  'generated-key',
  'delivery-cut',
  'disk-full',
  'lost-tail',
  'pgbouncer',
  'reinstalled',
  'embedded',
  'exchange-killed',
  'slow-readers',
  'notifications',
  'floods',
  'hostile-documents',
  'access-ends',
  'headers',
  'fair-shares',
  'refused-results',
].map((name) => `/${name}.test.ts`)

/**
 * Starts the project `process` first, and the longest files of a project before the others. A worker keeps its
 * modules only as long as the next file belongs to the project `api`, so the projects are not mixed.
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
  const index = LONGEST.findIndex((name) => moduleId.endsWith(name))
  const turn = index < 0 ? LONGEST.length : index
  return project.name === 'process' ? turn : turn + LONGEST.length + 1
}

/** Node runs TypeScript natively, so tests load the same modules as the service. */
const experimental = { viteModuleRunner: false }

/** Options of both projects. */
const common = {
  root: ROOT,
  setupFiles: [`${ROOT}test/support/setup.ts`],
  env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
  // One generous deadline: a test waits for conditions, and the machine may be busy.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Timeout of `expect.poll`. The default of one second is too short on a loaded machine.
  expect: { poll: { timeout: 60_000 } },
  pool: 'forks' as const,
  experimental,
}

export default defineConfig({
  root: ROOT,
  test: {
    globalSetup: [`${ROOT}test/support/global-setup.ts`],
    // Tests that wait for processes leave their core to others.
    maxWorkers: 4,
    sequence: isShuffled ? {} : { sequencer: LongestFirst },
    experimental,
    projects: [
      {
        root: ROOT,
        test: {
          ...common,
          name: 'api',
          // A worker loads the modules once for all of its files.
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...exclude, ...PROCESS_TESTS],
        },
      },
      { root: ROOT, test: { ...common, name: 'process', include: PROCESS_TESTS, exclude } },
    ],
  },
})
