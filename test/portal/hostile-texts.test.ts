import { beforeAll, expect, test } from 'vitest'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { open } from '../support/clients/portal.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { assertWellFormed } from '../support/contract/xml.ts'
import { fillPortal, openPortal, pathsOf } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const HOSTILE = `x</script><script>alert(1)</script>"'><img src=x onerror=alert(2)>]]>&\u{b}\u{1b}`
let paths: string[]

beforeAll(async () => {
  await openPortal(app, tenant)
  const filled = await fillPortal(app, tenant)
  const sql = (text: string) => app.database.pool.query(text, [HOSTILE])
  await sql('update posts set title = $1, preview = $1')
  await sql('update users set name = $1')
  await sql('update organizations set name = $1, description = $1')
  await sql('update buckets set name = $1, description = $1')
  await sql('update statuses set name = $1')
  await sql('update roadmaps set title = $1, description = $1')
  await sql('update changelogs set title = $1, preview = $1')
  const { rows } = await app.database.pool.query<{ id: number }>('select submitter_id as id from posts')
  paths = [...pathsOf(filled, Number(rows[0]?.id)), `?q=${encodeURIComponent(HOSTILE)}`, '?sort="><script>']
})

test('markup in every text stays text', async () => {
  const described: string[] = []
  for (const path of paths) {
    const { status, text, headers } = await open(app, `/@acme${path}`)
    if (!String(headers['content-type']).startsWith('text/html')) continue
    expect(status, path).toBeLessThan(500)
    expect(text, path).not.toMatch(/<script>|<img src=x|<\/script><script/)
    for (const [, data = ''] of text.matchAll(/<script type="application\/ld\+json">([^]*?)<\/script>/g)) {
      expect(JSON.parse(data), path).toMatchObject({ '@context': 'https://schema.org' })
      described.push(data)
    }
  }
  expect(described.length).toBeGreaterThan(0)
})

test('every feed and sitemap is well-formed', async () => {
  for (const path of [
    '/feed.atom',
    '/changelog.atom',
    '/changelog.rss',
    '/sitemap.xml',
    '/sitemap.xml?part=1',
  ]) {
    const { status, text } = await open(app, `/@acme${path}`)
    expect(status, path).toBe(200)
    assertWellFormed(text)
  }
  const { text } = await open(app, '/@acme/changelog.json')
  expect(JSON.parse(text)).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    items: [{ title: HOSTILE }],
  })
})

test.each([
  '/@%00',
  '/@%00/sso?token=x',
  '/@acme/sso?token=%00',
  '/invitations/%00',
  '/sign-in?return_to=%00',
])('no character stops %s', async (path) => {
  expect((await open(app, path)).status).toBeLessThan(500)
})

test('a text that the database cannot store is refused in an address and in a form', async () => {
  for (const path of ['p', 'b', 'roadmap', 'changelog', 'u', 'preview'])
    expect(await open(app, `/@acme/${path}/%00`), path).toMatchObject({ status: 404 })
  for (const name of ['q', 'status', 'after', 'label'])
    expect((await open(app, `/@acme?${name}=%00`)).status, name).toBeLessThan(500)
  const visitor = new PageVisitor(app)
  const signIn = { action: '/session', fields: { email: '\0', password: '\0' } }
  expect(await visitor.submit(signIn)).toMatchObject({ status: 400 })
  await givePassword(app, [tenant.admin])
  await visitor.signIn(tenant.admin.email, PASSWORD)
  const forms: [string, Record<string, string>, number][] = [
    ['/@acme/new', { title: 'x', description: '\0' }, 400],
    ['/@acme/p/%00/vote', { vote: 'up' }, 400],
    ['/@acme/p/%00/comments', { body: 'x' }, 404],
    ['/@%00/sso', { token: 'x' }, 400],
  ]
  for (const [action, fields, status] of forms)
    expect(await visitor.submit({ action, fields }), action).toMatchObject({ status })
})
