import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { cleanUp, ends, installed, query, start, startChild, temporary } from './support.ts'

const asRoot = process.getuid?.() === 0
const NOBODY = 65_534
/** As OpenShift chooses one for a project. */
const WITHOUT_ENTRY = 1_000_740_000

afterEach(cleanUp)

describe('embedded PostgreSQL before an obstacle', () => {
  it('names the requested port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    ends.push(() => void other.close())
    await sleep(10)
    const { port } = other.address() as AddressInfo
    await expect(start(temporary(), port)).rejects.toThrow(`Port ${port} of 127.0.0.1`)
  })

  it('prints the remedy for a data directory that cannot be created', async () => {
    const file = join(temporary(), 'file')
    writeFileSync(file, '')
    await expect(start(join(file, 'data'))).rejects.toThrow(
      /cannot be created or written \(ENOTDIR\)\. Set DATA_DIR/,
    )
  })

  it('rejects the directory of another major version and one that is not a cluster, and changes neither', async () => {
    const dataDir = await installed()
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '15\n')
    await expect(start(dataDir)).rejects.toThrow(
      /created by PostgreSQL 15; this version of Echolog includes PostgreSQL 18/,
    )
    const foreign = temporary()
    mkdirSync(join(foreign, 'postgres'))
    writeFileSync(join(foreign, 'postgres/letter'), 'dear')
    await expect(start(foreign)).rejects.toThrow(/not a complete PostgreSQL data directory/)
    expect(readdirSync(join(foreign, 'postgres'))).toEqual(['letter'])
  })

  it.skipIf(!asRoot)(
    'reports a directory that an ordinary user may not write, and starts for a user who may',
    async () => {
      const dir = temporary()
      await expect(startChild(dir, NOBODY)).rejects.toThrow(/cannot be created or written \(EACCES\)/)
      chownSync(dir, NOBODY, NOBODY)
      const child = await startChild(dir, NOBODY)
      expect(await query(child.url, 'SELECT 1 AS up')).toEqual([{ up: 1 }])
      const joined = await start(dir)
      await child.kill('SIGTERM')
      await joined.stop()
      await (await startChild(dir, NOBODY)).kill('SIGTERM')
    },
  )

  it.skipIf(!asRoot)('starts for a user id without an entry in the list of users, and again', async () => {
    const dir = temporary()
    chownSync(dir, WITHOUT_ENTRY, 0)
    for (let start = 0; start < 2; start++) {
      const child = await startChild(dir, WITHOUT_ENTRY)
      expect(await query(child.url, 'SELECT 1 AS up')).toEqual([{ up: 1 }])
      await child.kill('SIGTERM')
    }
    expect(readdirSync(dir).filter((name) => name.includes('.init-'))).toEqual([])
  })

  it.skipIf(!asRoot)(
    "puts root's data where the server's user can reach it, and finds it again",
    async () => {
      const dir = temporary()
      chmodSync(dir, 0o700)
      const dataDir = join(dir, 'data')
      const [one, two] = await Promise.all([start(dataDir), start(dataDir)])
      const elsewhere = readFileSync(join(dataDir, 'postgres.location'), 'utf8').split('\n')[0] ?? ''
      ends.unshift(() => rmSync(elsewhere, { recursive: true }))
      expect(two.url).toBe(one.url)
      await query(one.url, 'CREATE TABLE kept (id int)')
      await Promise.all([one.stop(), two.stop()])
      const again = await start(dataDir)
      expect(await query(again.url, 'SELECT * FROM kept')).toEqual([])
      expect(existsSync(join(elsewhere, 'postgres/PG_VERSION'))).toBe(true)
    },
  )
})
