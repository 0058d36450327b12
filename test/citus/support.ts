import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openDatabase, type Database } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { createPartitions } from '../../src/db/history/partitions.ts'
import { MIGRATIONS } from '../support/global-setup.ts'

export type CitusDatabase = Database & {
  url: string
  /** Names and ports of the workers. */
  workers: { name: string; port: number }[]
  drop(): Promise<void>
}

/**
 * Creates a migrated database on the coordinator TEST_CITUS_URL, and one of the same name on each worker, which
 * becomes a worker of the new one. The user must be a superuser, and have the same password on each server.
 */
export async function createCitusDatabase(): Promise<CitusDatabase> {
  const coordinator = new URL(process.env.TEST_CITUS_URL ?? '')
  const name = `citus_${randomBytes(6).toString('hex')}`
  const workers = await withClient(coordinator, async (client) => {
    const { rows } = await client.query<{ name: string; port: number }>(
      "select nodename as name, nodeport as port from pg_dist_node where groupid <> 0 and noderole = 'primary' order by 1, 2",
    )
    await client.query(`create database ${name}`)
    return rows
  })
  const servers = [coordinator, ...workers.map((worker) => at(coordinator, worker))]
  for (const server of servers.slice(1)) await withClient(server, (client) => createMissing(client, name))
  for (const server of servers)
    await withClient(inDatabase(server, name), (client) => client.query('create extension citus'))
  const url = inDatabase(coordinator, name)
  await withClient(url, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [
      coordinator.hostname,
      portOf(coordinator),
    ])
    for (const worker of workers)
      await client.query('select citus_add_node($1, $2)', [worker.name, worker.port])
  })
  await migrate({ url: url.href, migrationsDir: MIGRATIONS })
  const database = await openDatabase({ url: url.href })
  await createPartitions(database.kysely, new Date())
  return { ...database, url: url.href, workers, drop: () => dropEverywhere(database, servers, name) }
}

/** Citus 13 and later may have created the database on the workers already. */
async function createMissing(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) await client.query(`create database ${name}`)
}

async function dropEverywhere(database: Database, servers: URL[], name: string): Promise<void> {
  await database.close()
  for (const server of servers)
    await withClient(server, (client) => client.query(`drop database if exists ${name} with (force)`))
}

const portOf = ({ port }: URL) => Number(port || 5432)

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
