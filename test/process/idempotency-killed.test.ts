import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster, type Cluster } from '../support/cluster.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { useApp, useTenant } from '../support/use.ts'

const KEYS = 300
const CLIENTS = 12
/** Number of processes that are killed. */
const KILLS = 3

const app = useApp()
const tenant = useTenant(app)
let cluster: Cluster

beforeAll(async () => {
  cluster = await startCluster(app, ['web', 'web'])
})
afterAll(() => cluster.stop())

type Reply = { status: number; text: string; isReplayed: boolean } | null

/** Sends a post with a key to a process. Null if the process is killed before it answers. */
async function send(key: string, at = 0): Promise<Reply> {
  const urls = cluster.urls()
  try {
    const response = await fetch(`${urls[at % urls.length] ?? ''}/api/v3/feature_requests`, {
      method: 'POST',
      headers: { ...tenant.key, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ title: `Post of ${key}` }),
    })
    const isReplayed = response.headers.get('idempotency-replayed') === 'true'
    return { status: response.status, text: await response.text(), isReplayed }
  } catch {
    return null
  }
}

const failures = { cut: 0 }

/** Sends a key to any of the processes until it is answered. */
async function sendUntilAnswered(key: string): Promise<string> {
  const end = Date.now() + DEADLINE_MS
  for (let tries = Math.floor(Math.random() * 2); Date.now() < end; tries++) {
    const reply = await send(key, tries)
    if (reply?.status === 201) return reply.text
    if (reply) expect([409, 503]).toContain(reply.status)
    else failures.cut++
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`timed out: ${key}`)
}

test('300 keys over two processes that are killed at random moments are each done once, and retries have the stored response', async () => {
  const answers = new Map<string, string>()
  const waiting = Array.from({ length: KEYS }, (_, index) => `key-${index}`)
  const kills = Array.from({ length: KILLS }, (_, index) =>
    Math.floor(((index + Math.random()) * KEYS) / KILLS),
  )
  const replacing: Promise<void>[] = []
  const work = async () => {
    for (let key = waiting.pop(); key; key = waiting.pop()) {
      // A second request at once, at any process.
      const [text, other] = await Promise.all([sendUntilAnswered(key), sendUntilAnswered(key)])
      expect(other).toBe(text)
      answers.set(key, text)
      const member = cluster.members[Math.floor(Math.random() * cluster.members.length)]
      if (kills.some((at) => at < answers.size) && member?.url) {
        kills.splice(0, 1)
        replacing.push(cluster.replace(member))
      }
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, work))
  await Promise.all(replacing)
  expect(replacing).toHaveLength(KILLS)
  expect(failures.cut).toBeGreaterThan(0)

  for (const member of cluster.members) await member.ready
  for (const [key, text] of answers)
    expect(await send(key, answers.size)).toEqual({ status: 201, text, isReplayed: true })
  const { rows } = await app.database.pool.query<{ title: string; count: number }>(
    'select title, count(*)::int as count from posts group by title',
  )
  expect(rows.filter(({ count }) => count !== 1)).toEqual([])
  expect(rows.map(({ title }) => title).sort()).toEqual(
    [...answers.keys()].map((key) => `Post of ${key}`).sort(),
  )
})

test('a key whose request was killed while it ran can be used once its transaction has ended', async () => {
  const holder = await app.database.pool.connect()
  await holder.query('begin; lock table posts in share mode')
  const [member] = cluster.members
  const index = cluster.urls().indexOf(member?.url ?? '')
  const lost = send('held', index)
  await expect
    .poll(async () => (await app.database.pool.query(`select from pg_locks where not granted`)).rowCount, {
      interval: 10,
    })
    .toBeGreaterThan(0)
  expect(await send('held', index + 1)).toMatchObject({ status: 409 })
  if (member) await cluster.replace(member)
  expect(await lost).toBeNull()
  await holder.query('rollback')
  holder.release()
  const text = await sendUntilAnswered('held')
  const { rows } = await app.database.pool.query(`select id from posts where title = 'Post of held'`)
  expect(rows).toEqual([{ id: (JSON.parse(text) as { id: number }).id }])
})
