import { beforeAll, describe, expect, test } from 'vitest'
import { open } from '../support/clients/portal.ts'
import { DOCUMENTS, fillPortal, openPortal, pathsOf, SECRETS } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
let filled: Awaited<ReturnType<typeof fillPortal>>
let submitterId: number

beforeAll(async () => {
  await openPortal(app, tenant)
  filled = await fillPortal(app, tenant)
  const { rows } = await app.database.pool.query<{ id: number }>(
    'select submitter_id as id from posts where id = $1',
    [filled.shown.id],
  )
  submitterId = Number(rows[0]?.id)
})

const read = (path: string, headers = {}) => open(app, `/@acme${path}`, headers)

test.each([
  ['', 'Dark mode'],
  ['/b/feedback', 'Dark mode'],
  ['/p/dark-mode', 'Public words'],
  ['/p/dark-mode', 'Public reply'],
  ['/roadmap', 'Dark mode'],
  ['/roadmap/public-plan', 'Public plan'],
  ['/changelog', 'All about Night theme'],
  ['/changelog/night-theme', 'Dark mode'],
  ['/feed.atom', 'Dark mode'],
  ['/changelog.atom', 'Night theme'],
  ['/changelog.rss', 'Night theme'],
  ['/changelog.json', 'Night theme'],
  ['/sitemap.xml?part=1', '/@acme/p/dark-mode'],
  ['?q=dark', 'Dark mode'],
])('GET /@acme%s shows %s', async (path, text) => {
  const page = await read(path)
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining(text) })
})

test('a page of a person shows their public posts', async () => {
  expect(await read(`/u/${submitterId}`)).toMatchObject({
    status: 200,
    text: expect.stringMatching(/Ann[^]*Dark mode/),
  })
})

test('a person without public content has the page of an unknown one', async () => {
  const member = await tenant.member('member')
  const page = await read(`/u/${member.id}`)
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<h1>Nothing public') })
  const unknown = await read('/u/999999')
  expect(unknown.text.replaceAll('999999', String(member.id))).toBe(page.text)
})

test('the address of a merged post leads to the one that is left', async () => {
  expect(await read(`/p/${filled.merged?.slug}`)).toMatchObject({
    status: 308,
    headers: { location: '/@acme/p/dark-mode', 'cache-control': 'private, no-cache' },
  })
})

test('nothing private, hidden, pending, merged, internal or unpublished is on any page', async () => {
  for (const path of pathsOf(filled, submitterId)) {
    const { text } = await read(path)
    const repeated = text.replaceAll(/value="zsecret"|q=zsecret|return_to=[^"]*|value="\/@acme[^"]*"/g, '')
    for (const secret of SECRETS) expect(repeated, path).not.toContain(secret)
  }
})

test('objects that a visitor may not see are pages that are not found', async () => {
  const { hidden, pending, inside } = filled
  const paths = [...[hidden, pending, inside].map((post) => `/p/${post?.slug}`), '/b/zprivate-board']
  for (const path of [
    ...paths,
    '/roadmap/zprivate-plan',
    '/changelog/zsecret-draft',
    '?after=x',
    '?status=none',
  ])
    expect(await read(path), path).toMatchObject({ status: 404, headers: { 'x-robots-tag': 'noindex' } })
})

test('counts leave out what a visitor may not see', async () => {
  const { text } = await read('')
  expect(text).toMatch(/Feedback<\/span><span class="count">1</)
})

test('no page contains a script or a style of its own', async () => {
  for (const path of pathsOf(filled, submitterId)) {
    const { text, headers } = await read(path)
    expect(text, path).not.toMatch(
      /<script(?! type="application\/ld\+json"| type="module" src="\/@acme\/portal\.js)|<style|\sstyle=|\son\w+=|javascript:/i,
    )
    expect(headers['content-security-policy'], path).toContain("default-src 'none'; script-src 'self'; style")
  }
})

describe('a closed portal', () => {
  test('names its organization and nothing else, on every page and for every program', async () => {
    await openPortal(app, tenant, { visibility: 'MEMBERS' })
    for (const path of pathsOf(filled, submitterId)) {
      const page = await read(path)
      expect(page.headers['x-robots-tag'], path).toBe('noindex')
      expect(page.status, path).toBe(DOCUMENTS.includes(path) ? 404 : 200)
      const shown = page.text.replaceAll(/return_to=[^"]*/g, '')
      expect(shown, path).not.toMatch(/dark-?\s?mode|night-?\s?theme|public plan|public words|Feedback/i)
      if (page.status === 200) expect(shown).toContain('Name of acme')
    }
    await openPortal(app, tenant)
    expect((await read('')).text).toContain('Dark mode')
  })
})

test('a change is visible in the next request, and an unchanged page is not sent again', async () => {
  const first = await read('/p/dark-mode')
  const tag = String(first.headers.etag)
  expect(await read('/p/dark-mode', { 'If-None-Match': tag })).toMatchObject({ status: 304, text: '' })
  await app.call('PATCH', `/api/v3/feature_requests/${filled.shown.id}`, {
    headers: tenant.keyAndAdmin,
    body: { title: 'Darker mode' },
  })
  const changed = await read('/p/dark-mode', { 'If-None-Match': tag })
  expect(changed).toMatchObject({ status: 200, text: expect.stringContaining('Darker mode') })
})

test('a search has the best match first, keeps other orders, and offers its words as an idea', async () => {
  const create = async (title: string, description: string) =>
    (
      await app.call('POST', '/api/v3/feature_requests', {
        headers: tenant.keyAndAdmin,
        body: { title, description },
      })
    ).body.id as number
  await create('Kayak', 'A boat for one')
  const popular = await create('Boat', 'Longer than a kayak, and slower')
  for (const email of ['a@people.example', 'b@people.example'])
    await app.call('POST', '/api/v3/votes_on_behalf', {
      headers: tenant.keyAndAdmin,
      body: { feature_request_id: popular, by_email: tenant.admin.email, email },
    })
  const found = async (query: string) => {
    const { text } = await read(`?q=kayak${query}`)
    return { text, slugs: [...text.matchAll(/id="post-([^"]+)"/g)].map(([, slug]) => slug) }
  }
  const best = await found('')
  expect(best.slugs).toEqual(['kayak', 'boat'])
  expect((await found('&sort=top')).slugs).toEqual(['boat', 'kayak'])
  expect(best.text).toMatch(/href="[^"]*\/new\?title=kayak"\s*>Share “kayak” as an idea</)
  expect(best.text).toMatch(/aria-current="true"\s*>Best match</)
  expect((await read('')).text).not.toContain('Best match')
})
