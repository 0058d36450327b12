import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { backupOf, type Size } from '../../moving/engine/generate.ts'
import { freshOrganization, organizationOf, type BenchOrganization } from '../bench-organization.ts'
import type { Bench } from '../bench.ts'
import { runCommand } from '../command.ts'
import { countCpu } from '../cpu-time.ts'
import { load } from '../load.ts'
import { table } from '../report.ts'
import { restList, type Target } from '../targets.ts'

/** Numbers of posts of one import and of votes of the other. */
const SIZES = {
  quick: { posts: 5_000, votes: 50_000 },
  usual: { posts: 50_000, votes: 1_000_000 },
}
const LISTED = 10_000
const CONNECTIONS = 4
const POLL_MS = 20

/** Lists a second, and a second of CPU of the server. */
type Reads = { rate: number; byCpu: number }
type Moved = { name: string; bar: string; rows: number; seconds: number } & Awaited<
  ReturnType<typeof runCommand>
>

/** Measures imports and an export by the command line, and lists of another organization beside an import. */
export async function measureMoving(bench: Bench): Promise<string> {
  const { quick } = bench.options
  const { posts, votes } = SIZES[quick ? 'quick' : 'usual']
  const folder = await mkdtemp(join(tmpdir(), 'bench-moving-'))
  const listed = await organizationOf(bench, Math.min(LISTED, bench.options.posts))
  await using server = await bench.startEcholog({ RESPONSE_CACHE_MB: '0' })
  const list = restList(server, listed.apiKey)
  try {
    const first = await freshOrganization(bench, 'moving')
    const written = { people: posts / 10, posts, votes: 0, comments: 0 }
    const moved = [await importOnce(bench, first, { folder, name: 'posts', size: written, rows: posts })]
    await readsDuring(list, () => sleep(0))
    const alone = await readsDuring(list, () => sleep(bench.options.seconds * 3_000))
    const second = await freshOrganization(bench, 'moving')
    const size = { people: votes / 20, posts: votes / 20, votes, comments: 0 }
    const beside = await readsDuring(list, async () => {
      moved.push(await importOnce(bench, second, { folder, name: 'votes', size, rows: votes }))
    })
    moved.push(await exportOnce(bench, second, folder))
    return report(moved, alone, beside)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function report(moved: Moved[], alone: Reads, beside: Reads): string {
  const [, votes] = moved
  const ratio = (of: keyof Reads) => (beside[of] / alone[of]).toFixed(2)
  return (
    table(
      'Imports and exports',
      'Commands in processes of their own, each once. The rate of an import is that of its run with all its rows, by the clock of the database. That of an export starts with its file. The plan is within the CPU time and the memory.',
      ['', 'bar', 'a second', 'seconds', 'CPU ms per row', 'of it PostgreSQL', 'resident MB (bar: ≤ 300)'],
      moved.map(({ name, bar, rows, seconds, own, postgres, resident }) => [
        ...[`${name}: ${rows.toLocaleString('en')}`, bar, (rows / seconds).toFixed(0), seconds.toFixed(1)],
        ...[(((own + postgres) * 1000) / rows).toFixed(3), ((postgres * 1000) / rows).toFixed(3)],
        resident.toFixed(0),
      ]),
    ) +
    table(
      'Lists beside an import',
      `An uncached list of 30 posts of another organization on ${CONNECTIONS} connections, alone and during the plan and run of the import of ${votes?.rows.toLocaleString('en')} votes. The CPU is that of the server, without PostgreSQL.`,
      ['', 'bar', 'alone', 'beside', 'ratio'],
      [
        ['lists a second', '≥ 0.5', alone.rate.toFixed(0), beside.rate.toFixed(0), ratio('rate')],
        [
          'lists a second of CPU of the server',
          '',
          alone.byCpu.toFixed(0),
          beside.byCpu.toFixed(0),
          ratio('byCpu'),
        ],
      ],
    )
  )
}

type Source = { folder: string; name: string; size: Size; rows: number }

async function importOnce(
  bench: Bench,
  { id, slug }: BenchOrganization,
  { folder, name, size, rows }: Source,
): Promise<Moved> {
  const path = join(folder, `${name}.tables`)
  await mkdir(path)
  const files = await backupOf(size)()
  for (const file of files.names) await pipeline(await files.open(file), createWriteStream(join(path, file)))
  const used = await runCommand(bench, ['import', 'fider', path, '--org', slug, '--yes'])
  const { rows: runs } = await bench.database.pool.query<{ seconds: number }>(
    `select extract(epoch from finished_at - started_at)::float8 as seconds from import_runs
      where organization_id = $1 and state = 'done' and errors_count = 0`,
    [id],
  )
  const [run] = runs
  if (!run) throw new Error(`the import of ${name} has not ended`)
  const bar = name === 'posts' ? '≥ 2,000' : '≥ 10,000; 1,000,000 in < 120 s'
  return { ...used, name: `import of ${name}`, bar, rows, seconds: run.seconds }
}

async function exportOnce(bench: Bench, { slug }: BenchOrganization, folder: string): Promise<Moved> {
  const path = join(folder, 'exports')
  await mkdir(path)
  const started = firstFile(path)
  const used = await runCommand(bench, ['export', '--org', slug, '--out', join(path, 'export.zip')])
  const seconds = (performance.now() - (await started)) / 1000
  const rows = Object.values(used.output['rows'] as Record<string, number>).reduce((sum, one) => sum + one, 0)
  return { ...used, name: 'export', bar: '≥ 20,000', rows, seconds }
}

/** Waits for the first file of a folder. Returns the moment in milliseconds. */
async function firstFile(folder: string): Promise<number> {
  while ((await readdir(folder)).length === 0) await sleep(POLL_MS)
  return performance.now()
}

/** Reads a list again and again until `work` has ended. */
async function readsDuring(list: Target, work: () => Promise<unknown>): Promise<Reads> {
  let isEnded = false
  const working = work().finally(() => (isEnded = true))
  const started = performance.now()
  const used = countCpu([list.server.pid], list.server.pid)
  let requests = 0
  while (!isEnded) requests += (await load(list, CONNECTIONS, 1)).requests
  const seconds = (performance.now() - started) / 1000
  await working
  return { rate: requests / seconds, byCpu: requests / used().servers }
}
