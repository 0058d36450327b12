import { chownSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded.ts'
import { lock } from '../../src/db/embedded/lock.ts'
import { serverState } from '../../src/db/embedded/server.ts'
import { Watch } from '../../src/db/embedded/watch.ts'
import {
  BACK_WITHIN_MS,
  killAllOf,
  killServer,
  serverBack,
  serverPid,
  serverProcesses,
} from '../support/embedded.ts'
import { cleanUp, ends, installed, query, start, startChild, temporary } from './support.ts'

afterEach(cleanUp)

const gone = (dataDir: string) => expect.poll(() => serverProcesses(dataDir), { interval: 50 }).toEqual([])

/** Runs `work` on a lost server before any process can restart it. */
async function whileNoneStarts(dataDir: string, work: () => Promise<void>): Promise<void> {
  const held = await lock(join(dataDir, 'postgres.lock'), 'exclusive', BACK_WITHIN_MS)
  try {
    await work()
  } finally {
    held.release()
  }
}

describe('embedded PostgreSQL that was lost', () => {
  it('restarts although a statement of the killed server never ends', async () => {
    const dataDir = await installed()
    const { url, problem } = await start(dataDir)
    await query(url, 'CREATE TABLE kept AS SELECT 1 AS id')
    const client = new pg.Client(url)
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const endless = rows[0]?.pid ?? 0
    client.query('DO $$ BEGIN LOOP END LOOP; END $$').catch(() => {})
    await expect
      .poll(() => query(url, `SELECT state FROM pg_stat_activity WHERE pid = ${endless}`))
      .toEqual([{ state: 'active' }])
    await serverBack(dataDir, killServer(dataDir))
    expect(serverProcesses(dataDir)).not.toContain(endless)
    expect(await query(url, 'SELECT * FROM kept')).toEqual([{ id: 1 }])
    expect(problem()).toBeNull()
  })

  it('starts although the server of a killed process does not shut down', async () => {
    const dataDir = await installed()
    const child = await startChild(dataDir)
    ends.push(() => killAllOf(dataDir))
    await query(child.url, 'CREATE TABLE kept AS SELECT 1 AS id')
    const server = serverPid(dataDir)
    const checkpointer = `SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'`
    const [row] = (await query(child.url, checkpointer)) as { pid: number }[]
    // A shutdown waits for the last checkpoint.
    process.kill(row?.pid ?? 0, 'SIGSTOP')
    await child.kill('SIGKILL')
    process.kill(server, 'SIGINT')
    await expect.poll(() => serverState(join(dataDir, 'postgres'))).toBe('changing')
    const { url } = await start(dataDir)
    expect(serverPid(dataDir)).not.toBe(server)
    expect(await query(url, 'SELECT * FROM kept')).toEqual([{ id: 1 }])
  })

  it('reports a missing data directory, creates no other, and restarts once the directory is back', async () => {
    const dataDir = await installed()
    const lines: string[] = []
    const { url, problem, stop } = await startEmbeddedPostgres({ dataDir, warn: (line) => lines.push(line) })
    ends.push(stop)
    await query(url, 'CREATE TABLE kept (id int)')
    const cluster = join(dataDir, 'postgres')
    const former = serverPid(dataDir)
    renameSync(cluster, `${cluster}.away`)
    process.kill(former, 'SIGKILL')
    const missing = 'the data directory of the database is missing'
    await expect.poll(problem).toBe(missing)
    expect(lines.map((line) => line.split(';')[0])).toEqual(['PostgreSQL was lost', missing])
    expect(statSync(`${cluster}.away`).isDirectory()).toBe(true)
    expect(() => statSync(cluster)).toThrow('ENOENT')
    renameSync(`${cluster}.away`, cluster)
    await serverBack(dataDir, former)
    await expect.poll(problem).toBeNull()
    expect(await query(url, 'SELECT * FROM kept')).toEqual([])
    expect(lines.at(-1)).toBe('PostgreSQL runs again')
  })

  it('reports a port in use, and restarts on it once it is free', async () => {
    const dataDir = await installed()
    const { url, problem } = await start(dataDir)
    const other = createServer()
    ends.push(() => void other.close())
    const former = serverPid(dataDir)
    await whileNoneStarts(dataDir, async () => {
      killAllOf(dataDir)
      await gone(dataDir)
      await once(other.listen(Number(new URL(url).port), '127.0.0.1'), 'listening')
    })
    await expect.poll(problem).toBe('the port of the database is taken')
    other.close()
    await serverBack(dataDir, former)
    expect(await query(url, 'SELECT 1 AS up')).toEqual([{ up: 1 }])
  })

  it('is not mistaken for another program that has its former process id', async () => {
    const dataDir = await installed()
    const { url } = await start(dataDir)
    const file = join(dataDir, 'postgres/postmaster.pid')
    const { uid, gid } = statSync(file)
    await whileNoneStarts(dataDir, async () => {
      killAllOf(dataDir)
      await gone(dataDir)
      // Simulates a restart of the machine: the id is that of this process.
      writeFileSync(
        file,
        `${process.pid}\n${join(dataDir, 'postgres')}\n1700000000\n${new URL(url).port}\n\n127.0.0.1\n  1234567         1\nready   \n`,
      )
      chownSync(file, uid, gid)
    })
    await expect.poll(() => serverPid(dataDir)).not.toBe(process.pid)
    await expect.poll(() => query(url, 'SELECT 1 AS up').catch(() => null)).toEqual([{ up: 1 }])
  })

  it('stays stopped after a stop that preceded its restart', async () => {
    const dataDir = await installed()
    const { stop } = await start(dataDir)
    killAllOf(dataDir)
    await stop()
    await gone(dataDir)
    const other = await installed()
    const again = await start(other)
    const former = killServer(other)
    // The server is in the middle of its start.
    await expect.poll(() => serverPid(other) !== former, { interval: 5 }).toBe(true)
    // The later loss of the other server was noticed.
    expect(serverProcesses(dataDir)).toEqual([])
    await again.stop()
    await gone(other)
  })

  it('logs the loss once and a repeated reason once, and the recovery', async () => {
    const lines: string[] = []
    let attempts = 0
    let isBack = false
    const watching = new Watch({
      state: () => (isBack ? 'ready' : 'gone'),
      start: () => {
        attempts++
        return Promise.reject(new Error('not now'))
      },
      cluster: join(temporary(), 'postgres'),
      log: (line) => lines.push(line.split(';')[0] ?? ''),
    })
    ends.push(() => watching.stop())
    await expect.poll(() => attempts).toBeGreaterThan(3)
    isBack = true
    await expect.poll(() => lines.at(-1)).toBe('PostgreSQL runs again')
    expect(lines).toHaveLength(3)
  })
})
