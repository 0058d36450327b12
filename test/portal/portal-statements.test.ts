import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { open } from '../support/clients/portal.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({})
const tenant = useTenant(app, 'acme')

beforeAll(async () => {
  await openPortal(app, tenant)
  await fillPortal(app, tenant)
})

/** Number of statements of a page that is not in the cache. */
async function statementsOf(path: string): Promise<number> {
  app.statements.length = 0
  expect(await open(app, `/@acme${path}`), path).toMatchObject({ status: 200 })
  return app.statements.length
}

const PAGES = ['', '/b/feedback', '/p/dark-mode', '/roadmap', '/changelog', '/changelog/night-theme']
const REST = ['/feed.atom', '/changelog.atom', '/sitemap.xml', '/sitemap.xml?part=1']

/** Adds posts with comments by different people, on the roadmap and in entries of the changelog. */
async function grow(count: number) {
  const sql = (text: string) => app.database.pool.query(text, [tenant.organization.id, count])
  await sql(`insert into users (organization_id, name, labels, customer_since)
    select $1, 'Person ' || n, '{}', now() from generate_series(1, $2::int) n`)
  await sql(`insert into posts (organization_id, slug, title, bucket_id, status_id, submitter_id, preview)
    select $1, 'grown-' || u.id, 'Grown', p.bucket_id, p.status_id, u.id, '' from users u
      join posts p on p.organization_id = $1 and p.slug = 'dark-mode'
    where u.organization_id = $1 and u.name like 'Person %' order by u.id desc limit $2`)
  await sql(`insert into comments (organization_id, post_id, author_id, body, body_html)
    select $1, p.id, u.id, 'Grown', 'Grown' from users u
      join posts p on p.organization_id = $1 and p.slug = 'dark-mode'
    where u.organization_id = $1 and u.name like 'Person %' order by u.id desc limit $2`)
}

/** Numbers of statements of all pages after a change. `suffix` differs from that of all pages before. */
async function statementsOfAll(suffix: string): Promise<number[]> {
  // The first look-up of a portal finds its organization, and the second one its revision.
  for (const page of ['first', 'second']) await open(app, `/@acme?${page}=${suffix}`)
  const counts: number[] = []
  for (const path of [...PAGES, ...REST])
    counts.push(await statementsOf(`${path}${path.includes('?') ? '&' : '?'}again=${suffix}`))
  return counts
}

test('the number of statements of a page does not depend on how much it shows', async () => {
  await grow(2)
  const before = await statementsOfAll('before')
  await grow(40)
  expect(await statementsOfAll('after')).toEqual(before)
  expect(Math.max(...before)).toBeLessThanOrEqual(12)
})

test('an unchanged page takes no statement but the revision of its organization', async () => {
  await open(app, '/@acme/p/dark-mode?cached=1')
  expect(await statementsOf('/p/dark-mode?cached=1')).toBe(0)
})

test('pages of an unchanged organization share its name, boards and statuses', async () => {
  await open(app, '/@acme?shared=1')
  expect(await statementsOf('/?shared=2')).toBe(1)
})

test('a page shows at once what another process has changed of the organization', async () => {
  const other = await startApp({ beside: app })
  onTestFinished(() => other.stop())
  const change = (changes: object) => openPortal(other, tenant, changes)
  await open(app, '/@acme?changed=1')
  await change({ name: 'Renamed' })
  expect((await open(app, '/@acme?changed=2')).text).toContain('Renamed')
  await app.database.pool.query(`update buckets set name = 'Wishes' where not private`)
  expect((await open(app, '/@acme?changed=3')).text).toContain('Wishes')
  await change({ visibility: 'MEMBERS' })
  for (const number of [3, 4])
    expect((await open(app, `/@acme?changed=${number}`)).text).not.toContain('Wishes')
})
