import pg from 'pg'

/**
 * Address of the coordinator of a Citus cluster, as a superuser who has no password on any server. Null without
 * one.
 */
export const CLUSTER = process.env.TEST_CITUS_URL ?? null

/** Runs a statement on the coordinator and on each worker, in the database of their addresses. */
export async function onEachServer(statement: string, database?: string): Promise<void> {
  for (const server of await serversOf(CLUSTER ?? ''))
    await withClient(database === undefined ? server : inDatabase(server, database), (client) =>
      client.query(statement),
    )
}

/**
 * Creates an empty database on the coordinator and on each worker, which become a cluster of their own. Returns its
 * address on the coordinator.
 */
export async function createCluster(name: string): Promise<string> {
  const [coordinator, ...workers] = await serversOf(CLUSTER ?? '')
  if (coordinator === undefined || workers.length < 2) throw new Error('TEST_CITUS_URL has no two workers')
  await onEachServer(`create database ${name}`)
  await onEachServer('create extension citus', name)
  const url = inDatabase(coordinator, name)
  await withClient(url, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', addressOf(coordinator))
    for (const worker of workers) await client.query('select citus_add_node($1, $2)', addressOf(worker))
  })
  return url.href
}

/** Ends the processes of Citus in a database, and keeps others out, so that it can be copied. */
export async function sealDatabase(name: string): Promise<void> {
  await onEachServer(`alter database ${name} with allow_connections false`)
  await onEachServer(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
  )
}

/** The coordinator and the workers. */
async function serversOf(address: string): Promise<URL[]> {
  const coordinator = new URL(address)
  return withClient(coordinator, async (client) => {
    const { rows } = await client.query<{ name: string; port: number }>(
      "select nodename as name, nodeport as port from pg_dist_node where groupid <> 0 and noderole = 'primary' order by 1, 2",
    )
    return [coordinator, ...rows.map((worker) => at(coordinator, worker))]
  })
}

const addressOf = ({ hostname, port }: URL) => [hostname, Number(port || 5432)]

function at(coordinator: URL, { name, port }: { name: string; port: number }): URL {
  const url = new URL(coordinator)
  url.hostname = name
  url.port = String(port)
  return url
}

function inDatabase(server: URL, name: string): URL {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url
}

async function withClient<T>(url: URL, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url.href)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
