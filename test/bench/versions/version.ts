import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { benchSettings, type Bench } from '../bench.ts'
import { startServer, type ServerProcess } from '../server-process.ts'
import { startOptions } from '../start-options.ts'

type Credentials = { apiKey: string; sessionToken: string }

/** A version of the program with a database of its own. */
export type Version = {
  name: string
  /** URL of its database. */
  url: string
  apiKey: string
  /** Credentials of the admin of an organization without posts, for webhooks. */
  admin: Credentials
  /** Starts its service, in the role web unless `ROLES` names another one. */
  start(settings?: Record<string, string>): Promise<ServerProcess>
}

/**
 * Creates the database `name` on the server of the benchmark, and fills it by the commands of the version in a folder.
 */
export async function openVersion(bench: Bench, name: string, folder: string): Promise<Version> {
  const root = resolve(folder)
  await bench.database.pool.query(`create database ${name}`)
  const url = new URL(bench.url)
  url.pathname = `/${name}`
  const settings = benchSettings(url.href, bench.secretKey)
  const run = (...command: string[]) => runCommand(root, settings, command)
  const found = async (slug: string) => {
    const names = ['--slug', slug, '--name', slug, '--admin-email', `${slug}@bench.example`]
    return (await run('org', 'create', ...names)) as Credentials
  }
  const { apiKey } = await found('posts')
  const admin = await found('webhooks')
  process.stdout.write(`writing ${bench.options.posts} posts of ${root}\n`)
  await run('seed', '--org', 'posts', '--posts', String(bench.options.posts))
  await bench.database.pool.query('checkpoint')
  const start = (own = {}) =>
    startServer(resolve(root, 'src/main.ts'), { ...settings, ...own }, startOptions(root), root)
  return { name, url: url.href, apiKey, admin, start }
}

/** Executes a command of the operator. Returns its JSON. @throws Error if it fails */
async function runCommand(
  root: string,
  settings: Record<string, string>,
  command: string[],
): Promise<unknown> {
  const { PATH, HOME } = process.env
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...startOptions(root, 'cli'), 'src/cli.ts', '--json', ...command],
    { cwd: root, env: { PATH, HOME, NODE_ENV: 'production', ...settings } },
  )
  return JSON.parse(stdout)
}
