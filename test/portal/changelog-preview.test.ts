import { afterAll, expect, test } from 'vitest'
import { setClock } from '../../src/lib/time/clock.ts'
import { run } from '../support/clients/operations.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
afterAll(() => setClock(null))

const CREATE = `mutation ($title: String!) {
  createChangelog(input: { title: $title, description: "<p>Soon to come</p>" }) { changelog { id slug previewUrl } }
}`

const draft = async (title: string) =>
  (await run(app, tenant.admin.session, CREATE, { title })).createChangelog.changelog

test('a draft has a page for an hour and ten minutes at most, which is the page of the portal and which the console may frame', async () => {
  const { id, slug, previewUrl } = await draft('Boards open faster')
  const other = await draft('Another draft')
  const path = new URL(previewUrl).pathname
  const page = await app.call('GET', path)
  expect(page.status).toBe(200)
  expect(page.text).toContain('Soon to come')
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('x-robots-tag')).toBe('noindex')

  const base = `/@${tenant.organization.slug}`
  expect((await app.call('GET', `${base}/changelog/${slug}`)).text).not.toContain('Soon to come')
  const [, , , token = ''] = path.split('/')
  const forged = token.replace(/^\d+/, other.id.replace('chg_', ''))
  for (const wrong of [forged, `${token.slice(0, -1)}~`, token.slice(1), 'x'])
    expect((await app.call('GET', `${base}/preview/${wrong}`)).text).not.toContain('draft')

  await app.graphql(
    'mutation ($id: ID!) { updateChangelog(input: { id: $id, published: true }) { errors { code } } }',
    { id },
    tenant.admin.session,
  )
  await app.database.pool.query(`update organizations set visibility = 'public' where id = $1`, [
    tenant.organization.id,
  ])
  const published = await app.call('GET', `${base}/changelog/${slug}`)
  const preview = await app.call('GET', path)
  expect(preview.text).toBe(published.text)
  setClock(() => new Date(Date.now() + 4_200_001))
  expect((await app.call('GET', path)).status).toBe(404)
  setClock(null)
})

test('only the team gets the address, and it counts in its organization alone', async () => {
  const { id, previewUrl } = await draft('Ours')
  const other = await createTenant(app)
  const path = new URL(previewUrl).pathname.replace(tenant.organization.slug, other.organization.slug)
  expect((await app.call('GET', path)).text).not.toContain('Soon to come')
  await app.graphql(
    'mutation ($id: ID!) { updateChangelog(input: { id: $id, published: true }) { errors { code } } }',
    { id },
    tenant.admin.session,
  )
  const customer = { ...tenant.key, ...(await tenant.sso({ email: 'reader@previews.example' })) }
  const read = await app.graphql(
    'query ($id: ID!) { changelog(by: { id: $id }) { previewUrl } }',
    { id },
    customer,
  )
  expect(read.body.data.changelog).toEqual({ previewUrl: null })
})
