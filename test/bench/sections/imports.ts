import { setTimeout as sleep } from 'node:timers/promises'
import { csvForm } from '../../support/fixtures/csv.ts'
import { adminHeaders, freshOrganization } from '../bench-organization.ts'
import type { Bench } from '../bench.ts'
import { countCpu } from '../cpu-time.ts'
import { spread, table } from '../report.ts'

const ROWS = 2_000
const ROUNDS = 5
const POLL_MS = 20

type Run = { upload: number; rate: number; cpu: number }

/** Measures the import of a CSV file of customers: first as new customers, then with changes of the same ones. */
export async function measureImports(bench: Bench): Promise<string> {
  const organization = await freshOrganization(bench, 'imports')
  const headers = await adminHeaders(bench, organization)
  await using server = await bench.startEcholog({ ROLES: 'web,worker' })
  const created: Run[] = []
  const updated: Run[] = []
  for (let round = 0; round < (bench.options.quick ? 1 : ROUNDS); round++)
    for (const [runs, label] of [
      [created, 'new'],
      [updated, 'changed'],
    ] as const) {
      const used = countCpu([server.pid], bench.postmaster)
      const run = await importOnce(bench, server.url, headers, fileOf(round, label))
      const { servers, postgres } = used()
      runs.push({ ...run, cpu: ((servers + postgres) * 1000) / ROWS })
    }
  const row = (name: string, runs: Run[]) => [
    name,
    '',
    spread(runs.map(({ rate }) => rate)),
    spread(
      runs.map(({ cpu }) => cpu),
      2,
    ),
    spread(runs.map(({ upload }) => upload)),
  ]
  return table(
    'Import of customers',
    `${created.length} rounds of a CSV file of ${ROWS} rows. Rows a second from the first batch to the end.`,
    ['', 'bar', 'rows a second', 'CPU ms per row', 'upload ms'],
    [row('new customers', created), row('changed customers', updated)],
  )
}

function fileOf(round: number, label: string): string {
  const rows = Array.from(
    { length: ROWS },
    (_, index) => `person${index}@round${round}.example,"${label} ""${index}""\nof two lines",a;b,gold`,
  )
  return ['email,name,labels,custom_fields.plan', ...rows].join('\r\n')
}

/** Imports a file. Returns the milliseconds of the upload, and the rows per second by the database's clock. */
async function importOnce(
  { database }: Bench,
  url: string,
  headers: Record<string, string>,
  csv: string,
): Promise<Omit<Run, 'cpu'>> {
  const path = `${url}/api/v3/customers/import`
  const started = performance.now()
  const response = await fetch(path, { method: 'POST', headers, body: csvForm(csv) })
  const body = (await response.json()) as { import_id: number }
  if (response.status !== 202) throw new Error(`an import was refused: ${JSON.stringify(body)}`)
  const upload = performance.now() - started
  for (;;) {
    await sleep(POLL_MS)
    const { rows } = await database.pool.query<{ ms: number; failed: number }>(
      `select extract(epoch from finished_at - started_at) * 1000 as ms, failed from import_runs
       where id = $1 and state = 'done'`,
      [body.import_id],
    )
    if (rows[0]?.failed) throw new Error('rows of an import failed')
    if (rows[0]) return { upload, rate: (ROWS * 1000) / Number(rows[0].ms) }
  }
}
