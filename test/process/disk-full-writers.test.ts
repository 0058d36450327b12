import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendImport } from '../support/clients/imports.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { answers, killAllOf } from '../support/embedded.ts'
import { makeSmallDisk, mayMount, type SmallDisk } from '../support/faults/small-disk.ts'
import { png } from '../support/fixtures/pictures.ts'
import { installPrepared } from '../support/installation.ts'
import { embeddedUrl, run, type Program } from '../support/program.ts'
import { demoSession, type DemoSession } from '../support/clients/demo-session.ts'

/** A text that takes its length on the disk. */
const text = (bytes = 100_000) => randomBytes(bytes / 2).toString('hex')

const form = (name: string, bytes: Buffer) => {
  const data = new FormData()
  data.append(name, new Blob([new Uint8Array(bytes)]), 'file')
  return data
}

/** Outcomes that a write may have while the disk is full. An organization has few unfinished imports and exports. */
const OUTCOMES = new Set(['stored', 'refused', 'limited'])

/** Outcome of a status of HTTP, or of `OK` or the code of an error of GraphQL. */
function outcomeOf(answer: number | string): string {
  if (answer === 'OK' || (Number(answer) >= 200 && Number(answer) < 300)) return 'stored'
  if (answer === 'UNAVAILABLE' || answer === 503) return 'refused'
  return answer === 'RATE_LIMITED' || answer === 429 ? 'limited' : String(answer)
}

describe.skipIf(!mayMount)('writers of every kind on a full disk', () => {
  let disk: SmallDisk
  let program: Program
  let receiver: Receiver
  let session: DemoSession
  let postId: string
  const posts = new Set<number>()
  const comments = new Set<number>()
  const pictures = new Set<string>()
  const files = new Set<string>()

  beforeAll(async () => {
    disk = makeSmallDisk('400m')
    receiver = await startReceiver()
    await installPrepared('demo', disk.path)
    program = run('src/main.ts', {
      DATA_DIR: disk.path,
      PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '0',
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      WEBHOOK_RETRY_SCHEDULE: Array.from({ length: 30 }, () => '1s').join(','),
    })
    session = await demoSession(await program.listening, disk.path)
    await session.mutate('createWebhook', { url: receiver.url, events: ['POST_CREATED'] })
    postId = (await session.query('{ posts(first: 1) { nodes { id } } }')).data.posts.nodes[0].id
  })
  afterAll(async () => {
    program.process.kill('SIGKILL')
    await program.ended
    killAllOf(disk.path)
    disk.remove()
    await receiver.close()
  })

  /** A write of each kind. Returns its outcome. */
  const writers: Record<string, () => Promise<string>> = {
    async post() {
      const body = { title: 'A wish', description: text() }
      const answer = await session.send('POST', '/api/v3/feature_requests', body)
      if (answer.status === 201) posts.add(answer.body.id as number)
      return outcomeOf(answer.status)
    },
    async comment() {
      const input = { postId, body: text() }
      const { code, payload } = await session.mutate('createComment', input, 'comment { databaseId }')
      if (code === 'OK') comments.add(payload.comment.databaseId as number)
      return outcomeOf(code)
    },
    async picture() {
      const body = form('file', png({ random: 100_000 }))
      const answer = await session.send('POST', '/uploads', body)
      if (answer.status === 201) pictures.add(answer.body.url as string)
      return outcomeOf(answer.status)
    },
    async 'file of an import'() {
      const { status, body } = await sendImport(session, session.headers, randomBytes(300_000))
      if (status === 201) files.add(body.file)
      return outcomeOf(status)
    },
    async 'import of customers'() {
      const row = () => `${randomBytes(8).toString('hex')}@people.example,${text(200)}`
      const csv = Buffer.from(['email,name', ...Array.from({ length: 400 }, row)].join('\n'))
      const { status } = await session.send('POST', '/api/v3/customers/import', form('csv_file', csv))
      return outcomeOf(status)
    },
    export: async () => outcomeOf((await session.mutate('startExport', { withEvents: true })).code),
  }
  const kinds = Object.keys(writers)
  const write = (kind: string) => writers[kind]?.()

  /** Acknowledged objects that the database or the service does not have. */
  async function lost(): Promise<unknown[]> {
    const client = new pg.Client(await embeddedUrl(disk.path))
    await client.connect()
    const missing = async (ids: Set<number | string>, column: string, table: string) => {
      const { rows } = await client.query<{ id: number | string }>(`select ${column} as id from ${table}`)
      return [...ids].filter((id) => !rows.some((row) => row.id === id))
    }
    const rows = [
      ...(await missing(posts, 'id', 'posts')),
      ...(await missing(comments, 'id', 'comments')),
      ...(await missing(files, `'imf_' || id`, 'transfer_files where completed_at is not null')),
    ]
    await client.end()
    const answered = await Promise.all(
      [...pictures].map(async (url) => (await fetch(url, { headers: session.headers })).status),
    )
    return [...rows, ...answered.filter((status) => status !== 200)]
  }

  /** States of the work in the background. */
  async function states(): Promise<string[]> {
    const { data } = await session.query(
      '{ customerImports(first: 50) { nodes { state failedCount } } exportRuns(first: 50) { nodes { state } } }',
    )
    const imports = data.customerImports.nodes as { state: string; failedCount: number }[]
    const exports = data.exportRuns.nodes as { state: string }[]
    return [
      ...new Set([
        ...imports.map(({ state, failedCount }) => `${state} ${failedCount}`),
        ...exports.map(({ state }) => state),
      ]),
    ].sort()
  }

  test('write or are refused with 503, lose nothing that was acknowledged, and go on without a restart', async () => {
    for (const kind of kinds) expect([kind, await write(kind)]).toEqual([kind, 'stored'])
    disk.fill()
    const outcomes = new Set<string | undefined>()
    // Exports are written by the worker, so that none is refused for the disk.
    const waiting = new Set(kinds.filter((kind) => kind !== 'export'))
    while (waiting.size > 0) {
      const written = await Promise.all(kinds.map(async (kind) => [kind, await write(kind)] as const))
      for (const [kind, outcome] of written) {
        outcomes.add(outcome)
        if (outcome === 'refused') waiting.delete(kind)
      }
    }
    expect([...outcomes].filter((outcome) => !OUTCOMES.has(outcome ?? ''))).toEqual([])
    expect(await answers(`${session.url}/healthz`, 200)).toEqual({ status: 'ok' })
    disk.free()
    await answers(`${session.url}/readyz`, 200)
    for (const kind of kinds) await expect.poll(() => write(kind)).toBe('stored')
    await expect.poll(states).toEqual(['DONE', 'DONE 0'])
    const delivered = () => new Set(receiver.received.map(({ body }) => body.data.id as number))
    await expect.poll(() => [...posts].filter((id) => !delivered().has(id))).toEqual([])
    expect(await lost()).toEqual([])
    expect(program.process.exitCode).toBeNull()
  })
})
