import { expect, onTestFinished, test, vi } from 'vitest'
import { runImport } from '../../../src/moving/engine/run-import.ts'
import { startRun } from '../../../src/moving/engine/run-states.ts'
import { DEADLINE_MS } from '../../support/deadline.ts'
import { deliver } from '../../support/delivery.ts'
import { createTenant, type Tenant } from '../../support/fixtures/scenario.ts'
import { createWebhook, deliveriesOf } from '../../support/fixtures/webhooks.ts'
import { useApp } from '../../support/use.ts'
import { backupOf } from './generate.ts'
import { contextOf, importSource, planSource, type Given } from './run-source.ts'
import { SAMPLES } from './samples.ts'

const app = useApp()
const QUACKBACK = SAMPLES['an export of Quackback']?.given as Given

/** Types, subjects and actors of the events about posts and entries. */
const eventsOf = async ({ organization }: Tenant) => {
  const { rows } = await app.database.pool.query<{ type: string; id: number }>(
    `select type, subject_id as id, actor_kind as actor, snapshot->>'title' as title from events
      where organization_id = $1 and type ~ '^(post|changelog)_' order by type, subject_id`,
    [organization.id],
  )
  return rows
}

const rowsOf = async ({ organization }: Tenant, table: 'posts' | 'changelogs') => {
  const { rows } = await app.database.pool.query<{ id: number; title: string }>(
    `select id, title from ${table} where organization_id = $1 order by id`,
    [organization.id],
  )
  return rows
}

test('new posts and entries record events of the system, which webhooks receive, and a second run none', async () => {
  const tenant = await createTenant(app)
  const { id: webhookId } = await createWebhook(app, tenant, { url: 'https://hooks.example.com/echolog' })
  const worker = deliver(app)
  onTestFinished(() => worker.stop())
  const given = { ...QUACKBACK, options: { ...QUACKBACK.options, emit: true } }
  await importSource(app, tenant, given)
  const [posts, entries] = [await rowsOf(tenant, 'posts'), await rowsOf(tenant, 'changelogs')]
  expect([posts.length, entries.length]).toEqual([2, 1])
  const events = await eventsOf(tenant)
  expect(events).toEqual([
    ...entries.map((entry) => ({ type: 'changelog_created', actor: 'system', ...entry })),
    ...entries.map((entry) => ({ type: 'changelog_published', actor: 'system', ...entry })),
    ...posts.map((post) => ({ type: 'post_created', actor: 'system', ...post })),
  ])
  await vi.waitFor(
    async () => expect(await deliveriesOf(app, tenant, webhookId)).toHaveLength(events.length),
    { timeout: DEADLINE_MS, interval: 50 },
  )
  await importSource(app, tenant, given)
  expect(await eventsOf(tenant)).toEqual(events)
})

/** A signal that is aborted after a number of checks, one before each batch. */
function abortedAfter(checks: number): AbortSignal {
  const signal = {
    get aborted() {
      return checks-- <= 0
    },
    throwIfAborted: () => {},
  }
  return signal as AbortSignal
}

test('a run that ends early and is continued records each event once', async () => {
  const tenant = await createTenant(app)
  const open = backupOf({ people: 20, posts: 120, votes: 60, comments: 40 })
  const given = { source: 'fider', open, options: { emit: true } } as const
  const planned = await planSource(app, tenant, given)
  await startRun(app.database.kysely, planned, {})
  let turns = 0
  for (let state = 'running'; state === 'running'; turns += 1) {
    const options = { batchSize: 10, signal: abortedAfter(4), owner: `process ${turns}` }
    const run = await runImport(contextOf(app), planned, async () => ({ files: await open() }), options)
    state = run.state
    await app.database.pool.query(
      `update import_runs set leased_until = now() - interval '1 second' where id = $1`,
      [planned.id],
    )
  }
  expect(turns).toBeGreaterThan(4)
  const events = await eventsOf(tenant)
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['post_created']))
  expect(events.map(({ id }) => id)).toEqual((await rowsOf(tenant, 'posts')).map(({ id }) => id))
  expect(events).toHaveLength(120)
})
