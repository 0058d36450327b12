import { expect, test } from 'vitest'
import { createLogger } from '../../../src/lib/log/logger.ts'
import { memoryBytes, openBytes } from '../../../src/moving/sources/open-files.ts'
import { startErasures } from '../../../src/server/jobs/finish-erasures.ts'
import { erasing } from '../../support/fixtures/erasing.ts'
import { createTenant, type Tenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { exported } from '../export/export.ts'
import { filesFrom, openSample } from '../read.ts'
import { importSource, rowsOf, type Given } from './run-source.ts'

const app = useApp()
const { query, columnsWith, erase } = erasing(app)

const FIDER: Given = { source: 'fider', open: () => openSample('fider/backup.zip') }
const QUACKBACK: Given = { source: 'quackback', open: () => openSample('quackback/export.zip') }
const WORDS = ['ada@example.com', 'Ada Byron']

/** Erases the person of the samples, and waits until no column contains the address. */
async function eraseAda(tenant: Tenant): Promise<number> {
  const [ada] = await query<{ id: number }>(
    `select id from users where organization_id = $1 and email = 'ada@example.com'`,
    [tenant.organization.id],
  )
  await erase(tenant, ada?.id ?? 0)
  const { db, keys } = app.services
  const job = startErasures({ db, keys, log: createLogger('silent'), intervalMs: 20 })
  const stages = () => query<{ stage: number }>('select stage from erasures where stage < 5')
  await expect.poll(stages).toEqual([])
  await query('update erasures set due_at = now() - make_interval(secs => 1) where finished_at is null')
  await expect.poll(() => query('select from erasures where finished_at is null')).toEqual([])
  await job.stop()
  return ada?.id ?? 0
}

const authorsOf = ({ organization }: Tenant) =>
  query(
    `select p.title, u.id, u.name from posts p join users u on u.id = p.submitter_id
     where p.organization_id = $1 and p.title = 'Dark mode'`,
    [organization.id],
  )

test.each([
  { given: FIDER, options: {} },
  { given: FIDER, options: { overwrite: true, recreate: true } },
  { given: QUACKBACK, options: {} },
])('an erased person does not come back from $given.source with $options', async ({ given, options }) => {
  const tenant = await createTenant(app)
  await importSource(app, tenant, given)
  expect(await columnsWith(WORDS, tenant)).toContain('users.email')
  const id = await eraseAda(tenant)
  expect(await columnsWith(WORDS, tenant)).toEqual([])
  const before = await rowsOf(app, tenant)
  for (let time = 1; time <= 2; time++) {
    const run = await importSource(app, tenant, { ...given, options })
    expect(run).toMatchObject({ state: 'done', counts: run.plan?.counts, plan: { people: { erased: 1 } } })
    expect(run.counts.person?.created).toBeUndefined()
    expect(await columnsWith(WORDS, tenant)).toEqual([])
    expect(await rowsOf(app, tenant)).toEqual(before)
  }
  const [post] = await authorsOf(tenant)
  if (given === FIDER) expect(post).toEqual({ title: 'Dark mode', id, name: 'Deleted user' })
})

test('an erased person does not come back from another source, which knows the address alone', async () => {
  const tenant = await createTenant(app)
  await importSource(app, tenant, FIDER)
  const id = await eraseAda(tenant)
  const run = await importSource(app, tenant, QUACKBACK)
  expect(run.plan?.people.erased).toBe(1)
  expect(await columnsWith(WORDS, tenant)).toEqual([])
  const votes = await query('select from votes where organization_id = $1 and user_id = $2', [
    tenant.organization.id,
    id,
  ])
  expect(votes.length).toBeGreaterThan(0)
})

test('a refused row of a later import has no address and no name of an erased person', async () => {
  const tenant = await createTenant(app)
  await importSource(app, tenant, FIDER)
  await eraseAda(tenant)
  const rows = ['Dark mode,many,Ada Byron,Ada <Ada@Example.com>', 'Light mode,many,Bob,bob@example.com']
  const csv = ['title,votes,author name,author email', ...rows].join('\n')
  const open = () => Promise.resolve(filesFrom({ 'posts.csv': csv }))
  const run = await importSource(app, tenant, { source: 'csv', open })
  expect(run).toMatchObject({ state: 'done', errorsCount: 2 })
  expect(await columnsWith(WORDS, tenant)).toEqual([])
  const errors = await query(
    'select file_row, original is null as "isEmpty" from import_errors where run_id = $1 order by file_row',
    [run.id],
  )
  expect(errors).toEqual([
    { file_row: 2, isEmpty: true },
    { file_row: 3, isEmpty: false },
  ])
})

test('the suppression of an erased person keeps only its hash, also after the import of an earlier export', async () => {
  const tenant = await createTenant(app)
  const { id } = tenant.organization
  await importSource(app, tenant, FIDER)
  await query(
    `insert into mail_suppressions (organization_id, email, reason, detail) values
      ($1, 'ada@example.com', 'complaint', 'ada@example.com'), ($1, 'bob@example.com', 'bounce', null)`,
    [id],
  )
  const { fileName, archive } = await exported(app, id)
  await eraseAda(tenant)
  await query("delete from mail_suppressions where email = 'bob@example.com'")
  const run = await importSource(app, tenant, {
    source: 'echolog',
    open: () => openBytes(fileName, memoryBytes(archive)),
  })
  expect(run).toMatchObject({ state: 'done', counts: run.plan?.counts })
  expect(run.plan?.losses).toContainEqual(
    expect.objectContaining({ what: 'addresses that receive no mail', count: 1 }),
  )
  expect(await columnsWith(WORDS, tenant)).toEqual([])
  const left = await query(
    'select email, length(email_hash) as hash, reason from mail_suppressions where organization_id = $1 order by id',
    [id],
  )
  expect(left).toEqual([
    { email: null, hash: 32, reason: 'complaint' },
    { email: 'bob@example.com', hash: null, reason: 'bounce' },
  ])
})
