import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { chooseUser } from '../../../src/db/embedded/user.ts'
import { DEADLINE_MS } from '../deadline.ts'
import { freePort } from '../free-port.ts'

export type Pooler = {
  /** The server's URL through the pooler. */
  url: string
  /** Runs a command of the administration console, such as PAUSE. */
  administer(command: string): Promise<void>
  stop: () => Promise<void>
}

const ADMINISTRATOR = 'administrator'

/**
 * Starts PgBouncer in transaction mode in front of the PostgreSQL at `target`. `settings` are added to the
 * configuration file, `connect_query` to the database. The program is the system's package.
 */
export async function startPooler(
  target: string,
  { connect_query: query, ...settings }: Record<string, string | number> = {},
): Promise<Pooler> {
  const server = new URL(target)
  const port = await freePort()
  const directory = await mkdtemp(join(tmpdir(), 'echolog-pooler-'))
  const { uid, gid } = chooseUser([])
  const users = join(directory, 'users.txt')
  const configuration = join(directory, 'pgbouncer.ini')
  const password = decodeURIComponent(server.password)
  await writeFile(users, `"${server.username}" "${password}"\n"${ADMINISTRATOR}" "${password}"\n`)
  await writeFile(
    configuration,
    [
      '[databases]',
      `* = host=${server.hostname} port=${server.port}${query === undefined ? '' : ` connect_query='${query}'`}`,
      '[pgbouncer]',
      ...Object.entries({
        listen_addr: '127.0.0.1',
        listen_port: port,
        unix_socket_dir: '',
        auth_type: 'scram-sha-256',
        auth_file: users,
        admin_users: ADMINISTRATOR,
        pool_mode: 'transaction',
        server_login_retry: 1,
        ...settings,
      }).map(([name, value]) => `${name} = ${value}`),
      '',
    ].join('\n'),
  )
  if (uid !== undefined && gid !== undefined)
    for (const path of [directory, users, configuration]) await chown(path, uid, gid)
  await chmod(directory, 0o700)
  const child = spawn('pgbouncer', [configuration], {
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
  })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const ended = once(child, 'close').catch(() => {
    throw new Error('pgbouncer cannot be run: install the package pgbouncer')
  })
  ended.catch(() => {})
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  const administer = async (command: string) => {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: ADMINISTRATOR,
      password,
      database: 'pgbouncer',
    })
    client.on('error', () => {})
    await client.connect()
    try {
      await client.query(command)
    } finally {
      await client.end()
    }
  }
  const isReady = async () => {
    const end = Date.now() + DEADLINE_MS
    for (;;) {
      try {
        return await administer('SHOW VERSION')
      } catch (error) {
        if (Date.now() > end || child.exitCode !== null)
          throw new Error(`pgbouncer does not answer: ${log}`, { cause: error })
        await sleep(50)
      }
    }
  }
  await Promise.race([isReady(), ended.then(() => Promise.reject(new Error(`pgbouncer ended: ${log}`)))])
  return {
    url: url.href,
    administer,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}
