import pg from 'pg'
import { expect } from 'vitest'
import type { DatabaseProxy } from './database-proxy.ts'
import { until, type PostgresServer } from '../postgres-server.ts'
import { cli } from '../program.ts'

export type Servers = { primary: PostgresServer; standby: PostgresServer | null; proxy: DatabaseProxy }

/** A way in which a database returns to an earlier state while processes of the service use it. */
type LostTail = {
  hasStandby?: boolean
  /** Runs at the state to return to. Returns a function that makes the database return to it. */
  begin: (servers: Servers) => Promise<() => Promise<void>>
}

/** Waits until a standby has replayed everything that its primary has written. */
async function waitForReplay({ primary }: Pick<Servers, 'primary'>): Promise<void> {
  const [now] = await primary.query('select pg_current_wal_lsn()::text as lsn')
  await until(async () => {
    const behind = `select from pg_stat_replication where replay_lsn >= '${String(now?.lsn)}'`
    return (await primary.query(behind)).length > 0
  })
}

/** Stops the replication to a standby. */
async function stopReplication({ primary, standby }: Servers): Promise<void> {
  await standby?.query(`alter system set primary_conninfo = ''`)
  await standby?.query('select pg_reload_conf()')
  await until(async () => (await primary.query('select from pg_stat_replication')).length === 0)
}

/** Restores the database from the copy `backup`. */
export const RESTORED_DATABASE: LostTail = {
  async begin({ primary }) {
    const postgres = await connected(primary.url, 'postgres')
    await postgres.query('alter database echolog allow_connections false')
    await postgres.query(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = 'echolog'`,
    )
    await postgres.query('create database backup template echolog')
    await postgres.query('alter database echolog allow_connections true')
    return async () => {
      await postgres.query('drop database echolog with (force)')
      await postgres.query('create database echolog template backup')
      await postgres.end()
    }
  },
}

export const LOST_TAILS: Record<string, LostTail> = {
  'a failover to a standby that lags': {
    hasStandby: true,
    async begin(servers) {
      const { primary, standby, proxy } = servers
      await waitForReplay(servers)
      await stopReplication(servers)
      return async () => {
        await primary.crash()
        await standby?.promote()
        proxy.switchTo(standby?.url ?? '')
      }
    },
  },
  'a restored copy of its files': {
    async begin({ primary, proxy }) {
      await primary.stop()
      const backup = await primary.copy()
      await primary.start()
      return async () => {
        await primary.remove()
        await backup.start()
        const env = { DATABASE_URL: backup.url, SECRET_KEY: backup.secretKey.toString('base64') }
        expect(await cli(env, 'restored')).toEqual({ moved: true })
        proxy.switchTo(backup.url)
        Object.assign(primary, backup)
      }
    },
  },
  'a crash that asynchronous commits did not survive': {
    async begin({ primary }) {
      const settings = { synchronous_commit: 'off', autovacuum: 'off', bgwriter_lru_maxpages: 0 }
      for (const [name, value] of Object.entries(settings))
        await primary.query(`alter system set ${name} = '${value}'`)
      await primary.query('select pg_reload_conf()')
      await primary.query('checkpoint')
      const writer = await stopLogWriter(primary)
      // PostgreSQL terminates all other processes when one of them is killed, and recovers.
      return () => killProcess(primary.url, writer)
    },
  },
  'rows restored into its tables': {
    async begin({ primary }) {
      await primary.query(`create schema backup; ${forEachTable("'create table backup.%1$I as table %1$I'")}`)
      const restore = `begin; set local session_replication_role = replica;
        ${forEachTable("'truncate %1$I cascade'")};
        ${forEachTable("'insert into %1$I (%2$s) overriding system value select %2$s from backup.%1$I'")};
        commit`
      // A statement of the service may hold a lock that the restore needs, and wait for one that it holds.
      return () => until(() => primary.query(restore).then(() => true, repeatAfterDeadlock))
    },
  },
  'a database made from its backup on the same server': RESTORED_DATABASE,
}

/** Returns false for a deadlock, after which a statement can be repeated. @throws the error otherwise */
function repeatAfterDeadlock(error: unknown): false {
  if ((error as { code?: string }).code !== '40P01') throw error
  return false
}

/** A statement that runs `format(pattern, table, columns)` for each table of the service. */
function forEachTable(pattern: string): string {
  return `do $do$ declare statement text; begin
    for statement in select format(${pattern}, c.relname, string_agg(quote_ident(a.attname), ', ' order by a.attnum))
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> '_prisma_migrations' group by c.relname
    loop execute statement; end loop; end $do$`
}

/**
 * Stops the process that writes the log of asynchronous commits and of rolled-back transactions to disk. Returns its
 * id.
 */
export async function stopLogWriter(server: PostgresServer): Promise<number> {
  const writer = `select pid from pg_stat_activity where backend_type = 'walwriter'`
  let pid = 0
  await until(async () => {
    pid = Number((await server.query(writer))[0]?.pid ?? 0)
    return pid > 0
  })
  process.kill(pid, 'SIGSTOP')
  return pid
}

async function killProcess(url: string, pid: number): Promise<void> {
  const client = await connected(url, 'echolog')
  const ended = new Promise((resolve) => client.once('end', resolve))
  process.kill(pid, 'SIGKILL')
  await ended
  await until(() =>
    connected(url, 'echolog').then(
      (again) => again.end().then(() => true),
      () => false,
    ),
  )
}

async function connected(url: string, database: string): Promise<pg.Client> {
  const target = new URL(url)
  target.pathname = `/${database}`
  const client = new pg.Client(target.href)
  client.on('error', () => {})
  await client.connect()
  return client
}
