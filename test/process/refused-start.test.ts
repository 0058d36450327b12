import { createServer, type AddressInfo, type Socket } from 'node:net'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, temporaryDirectory } from '../support/program.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
let directory: Awaited<ReturnType<typeof temporaryDirectory>>

beforeAll(async () => {
  directory = await temporaryDirectory()
})
afterAll(() => directory.remove())

/** Starts the service with settings that it refuses. Returns what it prints, and its exit code. */
async function refused(env: Record<string, string>) {
  const dataDir = join(directory.path, 'data')
  const program = run('src/main.ts', { PORT: '0', DATA_DIR: dataDir, ...env })
  const code = await program.ended
  return { code, stderr: program.stderr(), stdout: program.stdout(), isCreated: existsSync(dataDir) }
}

test.each([
  [{ HOST: 'no-such-host.invalid' }, 'The name no-such-host.invalid of HOST has no address'],
  [{ HOST: '192.0.2.1' }, 'This machine has no address 192.0.2.1'],
  [{ PORT: '4000', METRICS_PORT: '4000' }, 'METRICS_PORT must be another port than PORT'],
])('a start with %j creates nothing and names the setting', async (env, message) => {
  const { stderr, ...others } = await refused(env)
  expect(others).toEqual({ code: 1, stdout: '', isCreated: false })
  expect(stderr).toContain(message)
  expect(stderr).not.toMatch(/^ +at /m)
})

test.each(['/proc/echolog/data', '/dev/null/data'])('a start refuses the data directory %s', async (path) => {
  const { code, stdout, stderr } = await refused({ DATA_DIR: path })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(
    /^The data directory .* cannot be created or written \(E[A-Z]+\)\. Set DATA_DIR to .*\n$/,
  )
  expect(stderr).toContain(path)
})

test('doctor names a data directory that cannot be written', async () => {
  const file = join(directory.path, 'file')
  await writeFile(file, '')
  const doctor = run('src/cli.ts', { DATA_DIR: file }, ['doctor'])
  expect(await doctor.ended).toBe(1)
  expect(doctor.stdout()).toContain(
    `✗  data directory  this user cannot write to ${file} (EEXIST): set DATA_DIR`,
  )
})

const withUrl = (url: string) => ({ DATABASE_URL: url, SECRET_KEY: app.secretKey.toString('base64') })

test('a start names DATABASE_URL when another program listens there, or nothing', async () => {
  const sockets = new Set<Socket>()
  const other = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  try {
    const program = await refused(withUrl(`postgres://user:word@127.0.0.1:${port}/echolog`))
    expect(program).toMatchObject({ code: 1, stderr: expect.stringContaining('DATABASE_URL') as unknown })
    const socket = await refused(withUrl(`postgres:///echolog?host=${directory.path}`))
    expect(socket.stderr).toBe('DATABASE_URL cannot be reached: is PostgreSQL running there?\n')
  } finally {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => other.close(resolve))
  }
})

test('a start names the right that the user of DATABASE_URL lacks', async () => {
  await app.database.pool.query(`create role lacking login password 'word'`)
  try {
    const url = new URL(app.database.url)
    Object.assign(url, { username: 'lacking', password: 'word' })
    const { code, stderr } = await refused(withUrl(url.href))
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The user of DATABASE_URL lacks a right \(permission denied .*\): let it own/)
  } finally {
    await app.database.pool.query('drop role lacking')
  }
})
