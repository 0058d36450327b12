import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { startRun } from '../../../src/moving/engine/run-states.ts'
import { createTenant, type Tenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { backupOf } from './generate.ts'
import { planSource, runPlanned } from './run-source.ts'

/** `IMPORT_POSTS=50000 IMPORT_KILLS=10` is the size of the acceptance. */
const POSTS = Number(process.env['IMPORT_POSTS'] ?? 1_500)
const KILLS = Number(process.env['IMPORT_KILLS'] ?? 4)
const BATCH = POSTS > 10_000 ? 1_000 : 100
const SIZE = { people: POSTS / 2, posts: POSTS, votes: POSTS * 2, comments: POSTS / 2 }
const ITEMS = SIZE.people + SIZE.posts + SIZE.votes + SIZE.comments
const PROGRAM = fileURLToPath(new URL('run-process.ts', import.meta.url))

const app = useApp()
const children: ChildProcess[] = []
afterAll(() => children.forEach((child) => child.kill('SIGKILL')))

test('a run that is killed at random points ends as an unbroken one', { timeout: 1_800_000 }, async () => {
  const given = { source: 'fider', open: backupOf(SIZE) } as const
  const [killed, unbroken] = [await createTenant(app), await createTenant(app)]
  const planned = await planSource(app, killed, given)
  await startRun(app.database.kysely, planned)
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const point = Math.floor(((kill - Math.random()) / KILLS) * ITEMS)
    const { child, ended } = start(killed, planned.id)
    await expect.poll(() => cursorOf(planned.id), { interval: 20, timeout: 600_000 }).toBeGreaterThan(point)
    child.kill('SIGKILL')
    await ended
  }
  const { ended, stdout } = start(killed, planned.id)
  await ended
  expect(JSON.parse(stdout())).toMatchObject({ state: 'done', reason: null })
  const whole = await runPlanned(app, await planSource(app, unbroken, given), given)
  expect(await contentOf(killed)).toEqual(await contentOf(unbroken))
  const { rows } = await app.database.pool.query('select counts from import_runs where id = $1', [planned.id])
  expect(rows).toEqual([{ counts: whole.counts }])
  expect(whole.counts).toEqual(planned.plan?.counts)
})

function start(tenant: Tenant, id: number) {
  const arguments_ = [app.database.url, tenant.organization.id, id, JSON.stringify(SIZE), BATCH].map(String)
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, ...arguments_], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, ended: once(child, 'close'), stdout: () => output }
}

async function cursorOf(id: number): Promise<number> {
  const { rows } = await app.database.pool.query<{ cursor: number }>(
    'select "cursor" from import_runs where id = $1',
    [id],
  )
  return rows[0]?.cursor ?? 0
}

/** Hashes of what an organization contains, without ids. */
async function contentOf({ organization }: Tenant) {
  const { rows } = await app.database.pool.query<Record<string, string>>(
    `with u as (select * from users where organization_id = $1 and role is null),
      p as (select * from posts where organization_id = $1)
    select (select md5(string_agg(concat_ws('|', email, name, customer_since, created_at), ';' order by email)) from u) as people,
      (select md5(string_agg(concat_ws('|', slug, title, description_html, votes_count, comments_count, p.created_at, p.updated_at, status_id is null, email), ';' order by slug))
        from p join u on u.id = p.submitter_id) as posts,
      (select md5(string_agg(concat_ws('|', p.slug, u.email, v.direction, v.created_at), ';' order by p.slug, u.email))
        from votes v join p on p.id = v.post_id join u on u.id = v.user_id where v.organization_id = $1) as votes,
      (select md5(string_agg(concat_ws('|', p.slug, u.email, c.body_html, c.created_at), ';' order by c.body_html))
        from comments c join p on p.id = c.post_id join u on u.id = c.author_id where c.organization_id = $1) as comments,
      (select count(*) from post_documents where organization_id = $1) as documents,
      (select count(*) from external_refs where organization_id = $1) as refs,
      (select count(*) from import_errors where organization_id = $1) as errors,
      (select count(*) from events where organization_id = $1) as events`,
    [organization.id],
  )
  return rows[0]
}
