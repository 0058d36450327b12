import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeyRotation } from '../../src/server/lifecycle/rotate-key.ts'
import { writeSecretKeys } from '../../src/server/lifecycle/secret-key.ts'
import { temporaryInstallation } from '../support/installation.ts'
import { cli, embeddedUrl, run, type Program } from '../support/program.ts'

type Made = { ssoKey: string; organization: { id: number; slug: string } }

const ORGANIZATIONS = 3
/** Parts of the time of a whole rotation after which one is killed. The last ones are near its end. */
const MOMENTS = [0.2, 0.4, 0.6, 0.8, 0.95]

let directory: Awaited<ReturnType<typeof temporaryInstallation>>
let env: Record<string, string>
let server: Program
let url: string
const organizations: Made[] = []

beforeAll(async () => {
  directory = await temporaryInstallation('bare')
  env = { DATA_DIR: directory.path, PORT: '0', LOG_LEVEL: 'warn', DEMO: 'false' }
  server = run('src/main.ts', env)
  url = await server.listening
  for (let index = 0; index < ORGANIZATIONS; index++)
    organizations.push(
      await cli<Made>(
        env,
        ...['org', 'create', '--slug', `org-${index}`, '--name', 'Org', '--admin-email', 'ada@acme.example'],
      ),
    )
})
afterAll(async () => {
  server.process.kill('SIGTERM')
  await server.ended
  await directory.remove()
})

const keysInFile = async () => (await readFile(join(directory.path, 'secret.key'), 'utf8')).trim().split('\n')
const session = async () =>
  (await cli<{ token: string }>(env, 'session', 'create', '--email', 'ada@acme.example')).token
const rotate = (...args: string[]) => cli<KeyRotation>(env, 'rotate-key', ...args)

async function statusOf(token: string, slug?: string): Promise<number> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: token,
      ...(slug !== undefined && { 'X-Organization': slug }),
    },
    body: JSON.stringify({ query: '{ __typename viewer { account { email } } }' }),
  })
  return response.status
}
/** The statuses of requests with SSO tokens of all organizations. */
async function statuses(): Promise<number[]> {
  const answers = organizations.map(async ({ ssoKey, organization: { slug } }) => {
    const token = await new SignJWT({ email: 'visitor@sso.example' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(ssoKey))
    return statusOf(token, slug)
  })
  return [...new Set(await Promise.all(answers))]
}
async function restart(): Promise<void> {
  server.process.kill('SIGTERM')
  await server.ended
  server = run('src/main.ts', env)
  url = await server.listening
}

test('a running server continues with the new key, and accepts the sessions of the previous one', async () => {
  const before = await keysInFile()
  const older = await session()
  expect(await rotate()).toEqual({
    keyMade: true,
    rewritten: ORGANIZATIONS,
    secrets: ORGANIZATIONS,
    unreadable: 0,
    previousKept: true,
  })
  const [current, previous, ...more] = await keysInFile()
  expect([previous, more]).toEqual([before[0], []])
  expect(current).not.toBe(previous)
  expect((await stat(join(directory.path, 'secret.key'))).mode & 0o777).toBe(0o600)
  expect(await statuses()).toEqual([200])
  for (const token of [older, await session()]) expect(await statusOf(token)).toBe(200)
  await restart()
  expect(await statuses()).toEqual([200])
  expect(await statusOf(older)).toBe(200)
})

test('dropping the previous key ends its sessions at once', async () => {
  const older = await session()
  expect(await rotate('--drop-previous')).toMatchObject({ keyMade: true, previousKept: false })
  expect(await keysInFile()).toHaveLength(1)
  expect(await statusOf(older)).toBe(401)
  expect(await statusOf(await session())).toBe(200)
  expect(await statuses()).toEqual([200])
})

test('a rotation killed at any time leaves every secret readable, and the next one completes it', async () => {
  const begun = performance.now()
  await rotate()
  const wholeMs = performance.now() - begun
  for (const moment of MOMENTS) {
    const killed = run('src/cli.ts', env, ['rotate-key'])
    await new Promise((resolve) => setTimeout(resolve, moment * wholeMs))
    killed.process.kill('SIGKILL')
    await killed.ended
    expect(await statuses()).toEqual([200])
    expect(await rotate()).toMatchObject({ secrets: ORGANIZATIONS, unreadable: 0 })
    expect(await statuses()).toEqual([200])
  }
  await restart()
  expect(await statuses()).toEqual([200])
})

test('a rotation interrupted between the file and the database is completed with the same key', async () => {
  const [current = ''] = await keysInFile()
  const next = randomBytes(32)
  writeSecretKeys(directory.path, [next, Buffer.from(current, 'base64')])
  expect(await statuses()).toEqual([200])
  await restart()
  expect(await statuses()).toEqual([200])
  expect(await rotate()).toMatchObject({ keyMade: false, rewritten: ORGANIZATIONS, unreadable: 0 })
  expect((await keysInFile())[0]).toBe(next.toString('base64'))
  const client = new pg.Client(await embeddedUrl(directory.path))
  await client.connect()
  const existing = await client.query('select from encryption_keys')
  await client.end()
  expect(existing.rowCount).toBe(1)
})

test('a secret that no key decrypts prevents neither a new key nor the removal of the previous one', async () => {
  const client = new pg.Client(await embeddedUrl(directory.path))
  await client.connect()
  await client.query(
    `update organizations set sso_key_ciphertext = set_byte(sso_key_ciphertext, 1, 255 - get_byte(sso_key_ciphertext, 1))
      where slug = 'org-2'`,
  )
  await client.end()
  // Exits with 1, because a secret must be replaced.
  const rotateAll = async (...args: string[]) => {
    const command = run('src/cli.ts', env, ['--json', 'rotate-key', ...args])
    expect(await command.ended).toBe(1)
    return JSON.parse(command.stdout()) as KeyRotation
  }
  for (let times = 0; times < 2; times++)
    expect(await rotateAll()).toMatchObject({ keyMade: true, unreadable: 1, rewritten: ORGANIZATIONS - 1 })
  expect(await keysInFile()).toHaveLength(2)
  expect(await rotateAll('--drop-previous')).toMatchObject({
    keyMade: true,
    unreadable: 1,
    previousKept: false,
  })
  expect(await keysInFile()).toHaveLength(1)
})
