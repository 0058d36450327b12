import type { Answer, TestApp } from '../app.ts'
import { startCluster, type Cluster } from '../cluster.ts'

const TEN_MINUTES_MS = 600_000

export type TwoClocks = {
  /** Web servers whose clocks are ten minutes behind and ten minutes ahead of the database's clock. */
  behind: TestApp
  ahead: TestApp
  both: TestApp[]
  /** Both pairs of the two servers, one in each order. */
  crossed: [here: TestApp, there: TestApp][]
  /** A number that the database computes, such as the seconds from its clock to a timestamp. */
  valueOf(expression: string, values?: unknown[]): Promise<number>
  /** Starts a worker whose clock is ten minutes ahead. */
  startWorkerAhead(): Promise<void>
  stop(): Promise<void>
}

/** Starts real processes on an app's database, with wrong clocks. */
export async function startTwoClocks(app: TestApp): Promise<TwoClocks> {
  const clusters: Cluster[] = []
  const start = async (role: 'web' | 'worker', offsetMs: number) => {
    const cluster = await startCluster(app, [role], {
      NODE_OPTIONS: '--import=./test/support/faults/shifted-clock.ts',
      TEST_CLOCK_OFFSET_MS: String(offsetMs),
    })
    clusters.push(cluster)
    return cluster
  }
  const web = async (offsetMs: number) => through(app, (await start('web', offsetMs)).urls()[0] ?? '')
  const [behind, ahead] = await Promise.all([web(-TEN_MINUTES_MS), web(TEN_MINUTES_MS)])
  return {
    behind,
    ahead,
    both: [behind, ahead],
    crossed: [
      [behind, ahead],
      [ahead, behind],
    ],
    async valueOf(expression, values = []) {
      const text = `select (${expression})::float8 as value`
      const { rows } = await app.database.pool.query<{ value: number }>(text, values)
      return rows[0]?.value ?? Number.NaN
    },
    async startWorkerAhead() {
      await start('worker', TEN_MINUTES_MS)
    },
    stop: async () => void (await Promise.all(clusters.map((cluster) => cluster.stop()))),
  }
}

/** An app whose requests are sent to another server's URL. */
function through(app: TestApp, url: string): TestApp {
  const call: TestApp['call'] = async (method, path, { headers = {}, body } = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual',
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as unknown }
  }
  const graphql: TestApp['graphql'] = (query, variables = {}, headers = {}): Promise<Answer> =>
    call('POST', '/graphql', { headers, body: { query, variables } })
  return { ...app, url, call, graphql }
}
