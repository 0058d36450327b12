import { join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { temporaryInstallation } from './installation.ts'
import { demoKey, embeddedUrl, run, temporaryDirectory, type Program } from './program.ts'

export type BackupSource = {
  dataDir: string
  /** API key of its organization. */
  key: string
  /** The path of a directory beside others of the test. */
  path(name: string): string
  /** Starts the service on a data directory. Returns its URL and a function that stops it in order. */
  start(dataDir: string, settings?: Record<string, string>): Promise<Service>
  remove(): Promise<void>
}

export type Service = {
  url: string
  /** Creates a post and returns its id. */
  submit(title: string): Promise<number>
  stop(): Promise<void>
}

/** Creates an installation with the demo organization, and a directory for its backups. */
export async function createBackupSource(): Promise<BackupSource> {
  const directory = await temporaryDirectory()
  const source = await temporaryInstallation('demo')
  const key = await demoKey(source.path)
  const programs: Program[] = []
  const stop = async (program: Program) => {
    program.process.kill('SIGTERM')
    await program.ended
  }
  return {
    dataDir: source.path,
    key,
    path: (name) => join(directory.path, name),
    async start(dataDir, settings = {}) {
      const fixed = { PORT: '0', LOG_LEVEL: 'error', WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' }
      const program = run('src/main.ts', { ...fixed, ...settings, DATA_DIR: dataDir })
      programs.push(program)
      const url = await program.listening
      const submit = async (title: string) =>
        (await post<{ id: number }>(`${url}/api/v3/feature_requests`, { title }, { 'API-KEY': key })).id
      return { url, submit, stop: () => stop(program) }
    },
    async remove() {
      await Promise.all(programs.map(stop))
      await source.remove()
      await directory.remove()
    },
  }
}

/** Sends JSON and returns the JSON of the answer. @throws Error for another status than 2xx */
export async function post<Answer>(
  address: string,
  body: object,
  headers: Record<string, string>,
): Promise<Answer> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

/** Runs a statement as the superuser of the embedded database of a data directory. */
export async function queryIn<Row extends object>(dataDir: string, statement: string): Promise<Row[]> {
  const client = new pg.Client(await embeddedUrl(dataDir))
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Returns the ids of all posts. */
export const postsIn = async (dataDir: string): Promise<Set<number>> =>
  new Set((await queryIn<{ id: number }>(dataDir, 'select id from posts')).map(({ id }) => id))

/** Runs a command that fails, and returns its message. */
export async function failureOf(env: Record<string, string>, ...args: string[]): Promise<string> {
  const command = run('src/cli.ts', env, args)
  expect(await command.ended).toBe(1)
  return command.stderr()
}
