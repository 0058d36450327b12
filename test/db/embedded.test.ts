import { spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { isConnectionError } from '../../src/db/errors/connection-errors.ts'
import { until } from '../support/postgres-server.ts'
import { serverPid } from '../support/embedded.ts'
import { cleanUp, ends, installed, query, spawnChild, start, startChild, temporary } from './support.ts'

afterEach(cleanUp)

describe('embedded PostgreSQL', () => {
  it('keeps its data between starts and accepts connections on 127.0.0.1 only with its password', async () => {
    const dataDir = join(temporary(), 'made', 'below')
    const first = await start(dataDir)
    await query(first.url, 'CREATE TABLE kept (id int)')
    expect(await query(first.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
    expect(await query(first.url, 'SHOW idle_in_transaction_session_timeout')).toEqual([
      { idle_in_transaction_session_timeout: '1min' },
    ])
    expect(
      await query(
        first.url,
        "SELECT lower('ÄÉ') AS l, pg_encoding_to_char(encoding) AS e FROM pg_database WHERE datname = current_database()",
      ),
    ).toEqual([{ l: 'äé', e: 'UTF8' }])
    const wrong = new URL(first.url)
    wrong.password = 'wrong'
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password/)
    expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600)
    await Promise.all([first.stop(), first.stop()])
    await first.stop()
    await expect(query(first.url, 'SELECT 1')).rejects.toThrow()
    const second = await start(relative(process.cwd(), dataDir))
    expect(await query(second.url, 'SELECT * FROM kept')).toEqual([])
  })

  it('serves the service through a Unix socket that only its user may enter, and again after a crash', async () => {
    const dataDir = await installed()
    const server = await start(dataDir)
    const { searchParams } = new URL(server.serviceUrl)
    const directory = searchParams.get('host') ?? ''
    expect(directory).toBe(join(realpathSync(dataDir), 'postgres.sockets'))
    expect(statSync(directory).mode & 0o777).toBe(0o700)
    const connected = 'SELECT inet_server_addr() AS address'
    expect(await query(server.serviceUrl, connected)).toEqual([{ address: null }])
    const wrong = new URL(server.serviceUrl)
    wrong.password = 'wrong'
    await expect(query(wrong.href, connected)).rejects.toThrow(/password/)
    process.kill(serverPid(dataDir), 'SIGKILL')
    await until(async () => {
      const answer = await query(server.serviceUrl, connected).catch((error: unknown) => {
        expect(isConnectionError(error), String(error)).toBe(true)
      })
      return answer !== undefined
    })
  })

  it('serves the service through TCP where the path of a socket is too long, or none can be created', async () => {
    const servers = [await start(join(temporary(), 'x'.repeat(80)))]
    for (const directory of ['/missing', `/${'x'.repeat(120)}`])
      servers.push(await start(await installed(), 0, { unix_socket_directories: directory }))
    for (const { serviceUrl } of servers)
      expect(await query(serviceUrl, 'SELECT host(inet_server_addr()) AS address')).toEqual([
        { address: '127.0.0.1' },
      ])
  })

  it('takes over the server that a killed process left behind', async () => {
    const dataDir = await installed()
    const left = await startChild(dataDir)
    await query(left.url, 'CREATE TABLE kept (id int)')
    await left.kill('SIGKILL')
    const server = serverPid(dataDir)
    const taken = await start(dataDir)
    expect(await query(taken.url, 'SELECT * FROM kept')).toEqual([])
    expect(serverPid(dataDir)).toBe(server)
    await taken.stop()
    await expect(query(left.url, 'SELECT 1')).rejects.toThrow()
  })

  it('recovers when the server was killed as well', async () => {
    const dataDir = await installed()
    const left = await startChild(dataDir)
    await query(left.url, 'CREATE TABLE kept (id int)')
    const pid = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 'SIGKILL')
    await left.kill('SIGKILL')
    const again = await start(dataDir)
    expect(await query(again.url, 'SELECT * FROM kept')).toEqual([])
  })

  it('serves all processes that start concurrently on an empty directory from one server, which the last one stops', async () => {
    const dataDir = temporary()
    const [one, two, here] = await Promise.all([startChild(dataDir), startChild(dataDir), start(dataDir)])
    expect([two.url, here.url]).toEqual([one.url, one.url])
    await one.kill('SIGTERM')
    expect(await query(two.url, 'SELECT 1 AS up')).toEqual([{ up: 1 }])
    await here.stop()
    expect(await query(two.url, 'SELECT 1 AS up')).toEqual([{ up: 1 }])
    await two.kill('SIGTERM')
    await expect(query(two.url, 'SELECT 1')).rejects.toThrow()
  })

  it('counts each use within one process', async () => {
    const dataDir = await installed()
    const [one, two] = await Promise.all([start(dataDir), start(dataDir)])
    await one.stop()
    expect(await query(two.url, 'SELECT 1 AS up')).toEqual([{ up: 1 }])
    await two.stop()
    await expect(query(two.url, 'SELECT 1')).rejects.toThrow()
  })

  it('starts over after a first start that was killed halfway', async () => {
    /** Kills a first start halfway. Returns its directory, or null when the start was faster. */
    const kill = async () => {
      const dataDir = temporary()
      const child = spawnChild(dataDir)
      const isHalfway = () =>
        readdirSync(dataDir).some(
          (name) => name.startsWith('postgres.init-') && existsSync(join(dataDir, name, 'PG_VERSION')),
        )
      while (!isHalfway() && !existsSync(join(dataDir, 'postgres'))) await sleep(5)
      child.kill('SIGKILL')
      return existsSync(join(dataDir, 'postgres')) ? null : dataDir
    }
    let dataDir: string | null = null
    while (dataDir === null) dataDir = await kill()
    const again = await start(dataDir)
    expect(await query(again.url, 'SELECT 1 AS up')).toEqual([{ up: 1 }])
  })

  it('starts although another program has the process id of a former server', async () => {
    const dataDir = await installed()
    await (await start(dataDir)).stop()
    const { uid, gid } = statSync(join(dataDir, 'postgres'))
    const other = spawn('sleep', ['600'], { uid, gid, cwd: '/' })
    ends.push(() => void other.kill())
    const file = join(dataDir, 'postgres/postmaster.pid')
    writeFileSync(
      file,
      `${other.pid}\n${join(dataDir, 'postgres')}\n1700000000\n5432\n\n127.0.0.1\n  1234567         1\nready   \n`,
    )
    chownSync(file, uid, gid)
    const again = await start(dataDir)
    expect(await query(again.url, 'SELECT 1 AS up')).toEqual([{ up: 1 }])
  })

  it('starts although a server was killed at its start, before it wrote its process id', async () => {
    const dataDir = await installed()
    await (await start(dataDir)).stop()
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), '')
    const again = await start(dataDir)
    expect(await query(again.url, 'SELECT 1 AS up')).toEqual([{ up: 1 }])
  })

  it('survives an interrupt of its whole process group until it is stopped in order', async () => {
    const dataDir = await installed()
    const child = await startChild(dataDir)
    process.kill(-child.pid, 'SIGINT')
    await child.interrupted
    expect(await query(child.url, 'SELECT 1 AS up')).toEqual([{ up: 1 }])
    await child.kill('SIGTERM')
    const log = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8')
    await expect.poll(log).toMatch(/database system is shut down\n$/)
  })
})
