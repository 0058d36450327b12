import { expect, test } from 'vitest'
import { createTenant, type Tenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { filesFrom } from '../read.ts'
import { importSource, type Given } from './run-source.ts'

const app = useApp()

type Line = { id: string; title?: string; votes?: number; status?: string; created?: string; tags?: string }

/** A CSV file of posts. */
const csv = (lines: readonly Line[], options: Given['options'] = {}): Given => ({
  source: 'csv',
  options,
  open: () =>
    Promise.resolve(
      filesFrom({
        'posts.csv': [
          'id,title,votes,status,created at,tags,author email',
          ...lines.map(
            ({ id, title = `Title ${id}`, votes = 0, status = 'open', created = '2025-01-02', tags = '' }) =>
              [id, title, votes, status, created, tags, `a${id}@x.example`].join(','),
          ),
        ].join('\n'),
      }),
    ),
})

const query = async (text: string, ...values: unknown[]) =>
  (await app.database.pool.query(text, values)).rows as object[]
const titlesOf = ({ organization }: Tenant) =>
  query('select title from posts where organization_id = $1 order by title', organization.id)

test('a title that changed there is updated, and only its row', async () => {
  const tenant = await createTenant(app)
  await importSource(app, tenant, csv([{ id: '1' }, { id: '2' }]))
  const run = await importSource(app, tenant, csv([{ id: '1', title: 'New' }, { id: '2' }]))
  expect(run.counts.post).toEqual({ updated: 1, unchanged: 1 })
  expect(await titlesOf(tenant)).toEqual([{ title: 'New' }, { title: 'Title 2' }])
  expect(await query(`select previous from import_changes where run_id = $1`, run.id)).toEqual([
    { previous: { title: 'Title 1' } },
  ])
})

test('a second run writes no row of a post that has not changed', async () => {
  const tenant = await createTenant(app)
  const versions = () =>
    query('select id, ctid from posts where organization_id = $1 order by id', tenant.organization.id)
  await importSource(app, tenant, csv([{ id: '1', votes: 3 }, { id: '2' }]))
  const before = await versions()
  expect(before).toHaveLength(2)
  await importSource(app, tenant, csv([{ id: '1', votes: 3 }, { id: '2' }]))
  expect(await versions()).toEqual(before)
})

test('a title that changed here is kept, and is replaced with overwrite', async () => {
  const tenant = await createTenant(app)
  await importSource(app, tenant, csv([{ id: '1' }]))
  await query(`update posts set title = 'Ours' where organization_id = $1`, tenant.organization.id)
  const kept = await importSource(app, tenant, csv([{ id: '1', title: 'Theirs' }]))
  expect(kept.counts.post).toEqual({ kept: 1 })
  expect(await titlesOf(tenant)).toEqual([{ title: 'Ours' }])
  const again = await importSource(app, tenant, csv([{ id: '1', title: 'Theirs' }], { overwrite: true }))
  expect(again.counts.post).toEqual({ updated: 1 })
  expect(await titlesOf(tenant)).toEqual([{ title: 'Theirs' }])
})

test('a post that was deleted here stays deleted, and is created with recreate', async () => {
  const tenant = await createTenant(app)
  await importSource(app, tenant, csv([{ id: '1' }]))
  await query('delete from posts where organization_id = $1', tenant.organization.id)
  expect((await importSource(app, tenant, csv([{ id: '1' }]))).counts.post).toEqual({ skipped: 1 })
  const again = await importSource(app, tenant, csv([{ id: '1' }], { recreate: true }))
  expect(again.counts.post).toEqual({ created: 1 })
})

test('a number of votes that changed there is counted again', async () => {
  const tenant = await createTenant(app)
  const countsOf = () =>
    query('select votes_count, imported_votes from posts where organization_id = $1', tenant.organization.id)
  await importSource(app, tenant, csv([{ id: '1', votes: 5 }]))
  expect(await countsOf()).toEqual([{ votes_count: 5, imported_votes: 5 }])
  const run = await importSource(app, tenant, csv([{ id: '1', votes: 7 }]))
  expect(run.counts.post).toEqual({ updated: 1 })
  expect(await countsOf()).toEqual([{ votes_count: 7, imported_votes: 7 }])
})

test('a person of the organization is used and keeps the name', async () => {
  const tenant = await createTenant(app)
  await query(
    `insert into users (organization_id, email, name) values ($1, 'a1@x.example', 'Mine')`,
    tenant.organization.id,
  )
  const run = await importSource(app, tenant, csv([{ id: '1' }]))
  expect(run.counts.person).toEqual({ unchanged: 1 })
  expect(run.plan?.people).toMatchObject({ present: 1, withEmail: 0 })
  expect(
    await query(
      'select u.name from posts p join users u on u.id = p.submitter_id where p.organization_id = $1',
      tenant.organization.id,
    ),
  ).toEqual([{ name: 'Mine' }])
})

test('a date in the future is the moment of the plan, and the others are kept', async () => {
  const tenant = await createTenant(app)
  const run = await importSource(app, tenant, csv([{ id: '1', created: '2999-01-01' }, { id: '2' }]))
  expect(
    await query(
      'select created_at from posts where organization_id = $1 order by title',
      tenant.organization.id,
    ),
  ).toEqual([{ created_at: run.plannedAt }, { created_at: new Date('2025-01-02T00:00:00Z') }])
  expect(run.plan?.losses).toContainEqual(expect.objectContaining({ what: 'dates in the future', count: 1 }))
})

test('slugs that are taken get a number', async () => {
  const tenant = await createTenant(app)
  await importSource(
    app,
    tenant,
    csv([
      { id: '1', title: 'Same' },
      { id: '2', title: 'Same' },
    ]),
  )
  await importSource(app, tenant, csv([{ id: '3', title: 'Same' }]))
  expect(
    await query('select slug from posts where organization_id = $1 order by slug', tenant.organization.id),
  ).toEqual([{ slug: 'same' }, { slug: 'same-2' }, { slug: 'same-3' }])
})
