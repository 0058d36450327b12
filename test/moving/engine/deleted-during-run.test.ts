import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { SourceFiles } from '../../../src/moving/sources/source-files.ts'
import { createTenant, type Tenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { filesFrom } from '../read.ts'
import { backupOf } from './generate.ts'
import { planSource, rowsOf, runPlanned } from './run-source.ts'

const app = useApp()
const SIZE = { people: 20, posts: 10, votes: 100, comments: 0 }
const BATCH = 10
/** Items before the votes: people, posts and their statuses. */
const BEFORE = SIZE.people + SIZE.posts + 3

/** Votes of the first half of the file, which is read to its end after `work`. */
async function* halves(votes: object[], work: () => Promise<void>): AsyncGenerator<Buffer> {
  const text = JSON.stringify(votes)
  const middle = text.indexOf('}', text.length / 2) + 1
  yield Buffer.from(text.slice(0, middle))
  await work()
  yield Buffer.from(text.slice(middle))
}

/** The generated backup, during whose votes `work` runs once 30 of them are stored. */
async function interrupted(tenant: Tenant, work: () => Promise<void>): Promise<SourceFiles> {
  const files = await backupOf(SIZE)()
  const votes = JSON.parse(
    Buffer.concat(await (await files.open('post_votes.json')).toArray()).toString(),
  ) as object[]
  const isStored = async () => {
    const { rows } = await app.database.pool.query<{ cursor: number }>(
      `select "cursor" from import_runs where organization_id = $1`,
      [tenant.organization.id],
    )
    return (rows[0]?.cursor ?? 0) >= BEFORE + 3 * BATCH
  }
  const during = async () => {
    await expect.poll(isStored).toBe(true)
    await work()
  }
  const open = (name: string) =>
    name === 'post_votes.json' ? Promise.resolve(Readable.from(halves(votes, during))) : files.open(name)
  return { ...filesFrom({}), ...files, open }
}

test('votes on a post that is deleted during the run are refused, and the others are stored', async () => {
  const tenant = await createTenant(app)
  const planned = await planSource(app, tenant, { source: 'fider', open: backupOf(SIZE) })
  const remove = async () => {
    await app.database.pool.query(`delete from posts where organization_id = $1 and slug = 'export-4'`, [
      tenant.organization.id,
    ])
  }
  const given = { source: 'fider' as const, open: () => interrupted(tenant, remove) }
  const run = await runPlanned(app, planned, given, { batchSize: BATCH })
  const { failed = 0, created = 0 } = run.counts.vote ?? {}
  expect(run).toMatchObject({ state: 'done', errorsCount: failed })
  expect(failed).toBeGreaterThan(0)
  expect(failed + created).toBe(SIZE.votes)
  const { rows } = await app.database.pool.query('select problems from import_errors where run_id = $1', [
    run.id,
  ])
  expect(rows).toEqual(
    Array(failed).fill({ problems: [{ field: 'post', value: '5', reason: 'does not exist' }] }),
  )
  // Those before the deletion are gone with the post.
  expect(await rowsOf(app, tenant)).toMatchObject({ posts: SIZE.posts - 1, votes: 90 })
})
