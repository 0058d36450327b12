import { beforeAll, expect, test } from 'vitest'
import { open } from '../support/clients/portal.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const PICTURE = 'https://pictures.example/a.png?w=1&h=2'

const write = async (path: string, body: object) =>
  (await app.call('POST', `/api/v3/${path}`, { headers: tenant.keyAndAdmin, body })).body
const read = (path: string) => open(app, path)
const tagsOf = (text: string) =>
  [...text.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]*)" content="([^"]*)"/g)].map(
    ([, name, content]) => [name, content],
  )

beforeAll(async () => {
  await openPortal(app, tenant)
  await write('feature_requests', {
    title: 'Dark mode',
    description: `<p>My eyes</p><img src="${PICTURE.replace('&', '&amp;')}" alt="">`,
  })
  await write('feature_requests', { title: 'Тёмная тема Й', description: 'Слова' })
  await write('changelogs', { title: 'Night theme', description: 'Words', published: true })
})

test('links to pages have a description, a picture and a card', async () => {
  const { text } = await read('/@acme/p/dark-mode')
  expect(tagsOf(text)).toEqual(
    expect.arrayContaining([
      ['og:title', 'Dark mode'],
      ['og:description', 'My eyes'],
      ['og:image', PICTURE.replace('&', '&amp;')],
      ['twitter:card', 'summary_large_image'],
    ]),
  )
  const entry = tagsOf((await read('/@acme/changelog/night-theme')).text)
  expect(entry).toContainEqual(['og:description', 'Words'])
  expect(entry).toContainEqual(['twitter:card', 'summary'])
  expect(tagsOf((await read('/@acme?q=dark')).text).map(([name]) => name)).not.toContain('twitter:card')
})

test.each([
  ['/@acme/p/Dark-Mode', '/@acme/p/dark-mode'],
  ['/@acme/p/DARK-MODE?lang=de', '/@acme/p/dark-mode?lang=de'],
  ['/@acme/changelog/NIGHT-THEME', '/@acme/changelog/night-theme'],
  ['/@acme/b/Feedback', '/@acme/b/feedback'],
])('%s leads to %s', async (path, location) => {
  expect(await read(path)).toMatchObject({ status: 308, headers: { location } })
  expect((await read(location)).status).toBe(200)
})

test('a slug in another Unicode form leads to the page, and an unknown one nowhere', async () => {
  const { slug } = await write('feature_requests', { title: '가나다' })
  const decomposed = encodeURIComponent(slug.normalize('NFD'))
  expect(decomposed).not.toBe(encodeURIComponent(slug))
  expect(await read(`/@acme/p/${decomposed}`)).toMatchObject({
    status: 308,
    headers: { location: `/@acme/p/${encodeURIComponent(slug)}` },
  })
  expect((await read('/@acme/p/No-Such-Post')).status).toBe(404)
})

test('robots.txt names the sitemap of each public organization', async () => {
  const { status, text } = await read('/robots.txt')
  expect([status, text]).toEqual([200, `User-agent: *\nAllow: /\n\nSitemap: ${app.url}/@acme/sitemap.xml\n`])
})
