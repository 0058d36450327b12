import { demoAdmin, demoKey } from '../../support/program.ts'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../../support/contract/source-files.ts'
import { temporaryDir } from '../bench-database.ts'
import type { Bench } from '../bench.ts'
import { cpuTime } from '../cpu-time.ts'
import { spread, table } from '../report.ts'
import { residentMb } from '../resident.ts'
import { startServer } from '../server-process.ts'
import { startOptions, startVariables } from '../start-options.ts'

const REST_MS = 5_000
const ROUNDS = 5
const SIGN_INS = 1_000
/** Concurrent sign-ins, fewer than a network may have. */
const AT_ONCE = 10

type Started = {
  /** Milliseconds to the first response, and the seconds of CPU that the service's process used for it. */
  answered: number
  cpu: number
  /** Megabytes at rest, and after sign-ins. */
  resident: number
  afterSignIns: number
}

/** Measures `npm start` on a separate database with the demo, which a first start creates. */
export async function measureStart({ options }: Bench): Promise<string> {
  const dataDir = await temporaryDir()
  const results: Started[] = []
  try {
    await startOnce(dataDir, 0)
    for (let round = 0; round < (options.quick ? 1 : ROUNDS); round++)
      results.push(await startOnce(dataDir, round === 0 ? REST_MS : 0))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  const [first] = results
  return table(
    'Start',
    `The command of \`npm start\`, web and worker, without npm itself. ${results.length} starts on an existing embedded database that is not running, up to the first response of a REST list. Resident memory of the service's process ${REST_MS / 1000} s after one of them.`,
    ['', 'bar', 'measured'],
    [
      [
        'start to first response',
        '≤ 1.5 s',
        `${spread(
          results.map(({ answered }) => answered / 1000),
          2,
        )} s`,
      ],
      [
        'CPU of the service until then',
        '',
        `${spread(
          results.map(({ cpu }) => cpu),
          2,
        )} s`,
      ],
      ['resident memory at rest', '≤ 150 MB', `${first?.resident.toFixed(0)} MB`],
      [`the same after ${SIGN_INS} sign-ins`, '≤ 250 MB', `${first?.afterSignIns.toFixed(0)} MB`],
    ],
  )
}

async function startOnce(dataDir: string, restMs: number): Promise<Started> {
  const started = performance.now()
  const own = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '0' }
  const settings = { ...own, ...startVariables() }
  await using server = await startServer(`${ROOT}src/main.ts`, settings, startOptions())
  const key = await demoKey(dataDir)
  const response = await fetch(`${server.url}/api/v3/feature_requests`, { headers: { 'API-KEY': key } })
  if (response.status !== 200) throw new Error(`the first response was ${response.status}`)
  await response.text()
  const answered = performance.now() - started
  const cpu = cpuTime([server.pid], 0).servers
  await sleep(restMs)
  const resident = residentMb(server.pid)
  if (restMs > 0) await signInOften(server.url, dataDir)
  return { answered, cpu, resident, afterSignIns: residentMb(server.pid) }
}

/** Signs the admin of the demo in, each time with a hash of the password. */
async function signInOften(url: string, dataDir: string): Promise<void> {
  const { email, password } = await demoAdmin(dataDir)
  const query =
    'mutation ($e: EmailAddress!, $p: String!) { signIn(input: { email: $e, password: $p }) { session { token } } }'
  const body = JSON.stringify({ query, variables: { e: email, p: password } })
  const headers = { 'Content-Type': 'application/json' }
  for (let count = 0; count < SIGN_INS; count += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body })
        if (!(await response.text()).includes('fose_')) throw new Error('a sign-in failed')
      }),
    )
}
