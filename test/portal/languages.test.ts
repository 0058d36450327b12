import { beforeAll, describe, expect, test } from 'vitest'
import { LOCALES } from '../../src/modules/changelogs/locales.ts'
import { wordsOf } from '../../src/portal/visit/words.ts'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { open } from '../support/clients/portal.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const german = useTenant(app, 'berlin')

beforeAll(async () => {
  await openPortal(app, tenant, { locales: ['EN', 'DE', 'PT_BR'] })
  await openPortal(app, german, { locales: ['DE'], defaultLocale: 'DE' })
  await fillPortal(app, tenant)
})

const read = (path: string, language?: string) =>
  open(app, path, language === undefined ? {} : { 'Accept-Language': language })
const rootOf = (text: string) => /<html [^>]*>/.exec(text)?.[0]
/** A text that is missing, or whose values are. */
const MISSING = /\bundefined\b|\{\w+\}/

describe.each(LOCALES)('%s', (code) => {
  const direction = code === 'ar' ? 'rtl' : 'ltr'
  const { text: said } = wordsOf(code)
  const pages = [
    '/@acme',
    '/@acme/p/dark-mode',
    '/@acme/roadmap',
    '/@acme/new',
    '/@acme/changelog',
    '/@acme/none',
  ]

  test('is the language of all pages to which its address leads', async () => {
    for (const path of pages) {
      const { text, headers } = await read(`${path}?lang=${code}`)
      expect(rootOf(text), path).toBe(`<html lang="${code}" dir="${direction}">`)
      expect(headers['content-language']).toBe(code)
      expect(text).toContain(`>${said('skip')}<`)
      expect(text, path).not.toMatch(MISSING)
      const links = [...text.matchAll(/<a [^>]*href="(\/@acme(?!\/changelog)[^"]*)"/g)].map(
        ([, href]) => href,
      )
      expect(links.length, path).toBeGreaterThan(0)
      expect(links.filter((href) => !href?.includes(`lang=${code}`))).toEqual([])
    }
  })

  test('is the language of the sign-in page and of the widget', async () => {
    const signIn = await read('/sign-in', code)
    expect(rootOf(signIn.text)).toBe(`<html lang="${code}" dir="${direction}">`)
    expect(signIn.text).toContain(said('password'))
    const widget = await read(`/@acme/widget?lang=${code}`)
    expect(rootOf(widget.text)).toBe(`<html lang="${code}" dir="${direction}">`)
    expect(JSON.parse((await read('/@acme/widget.json', code)).text)).toMatchObject({
      label: said('widget.label'),
    })
  })
})

test.each(['de', 'ru', 'ar'])('problems are in words of the reader: %s', async (code) => {
  const { text: said } = wordsOf(code)
  const gone = await read('/invitations/none', code)
  expect(gone).toMatchObject({ status: 404, text: expect.stringContaining(said('invitation.closed')) })
  const refused = await new PageVisitor(app).open('/oauth/authorize?client_id=none', {
    'Accept-Language': code,
  })
  expect(rootOf(refused.text)).toContain(`lang="${code}"`)
  const fields = { email: 'none@people.example', password: 'wrong' }
  const wrong = await new PageVisitor(app).submit({ action: `/session?lang=${code}`, fields })
  expect(wrong.text).toContain(said('sign-in.wrong'))
})

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.5,fr;q=0.9', 'fr'],
  ['xx,ja', 'ja'],
  ['zh-HK', 'zh-TW'],
  ['zh-Hant-TW', 'zh-TW'],
  ['zh-Hans-CN', 'zh'],
  ['fil-PH', 'tl'],
  ['pt-PT', 'pt-BR'],
  ['PT-br', 'pt-BR'],
  ['xx', 'en'],
  ['*', 'en'],
  [`${'de,'.repeat(200)}de`, 'en'],
  ['', 'en'],
])('a browser that asks for %s reads %s', async (accepted, code) => {
  const { text, headers } = await read('/@acme', accepted)
  expect(rootOf(text)).toContain(`lang="${code}"`)
  expect(headers.vary).toContain('Accept-Language')
})

test('without a language of the reader, a page is in that of the organization', async () => {
  expect(rootOf((await read('/@berlin')).text)).toContain('lang="de"')
  expect(rootOf((await read('/@berlin', 'pt-PT')).text)).toContain('lang="pt"')
  expect(rootOf((await read('/@berlin?lang=xx')).text)).toContain('lang="de"')
})

test('pages of an address in several languages have their own entity tags', async () => {
  const [de, fr] = [await read('/@acme', 'de'), await read('/@acme', 'fr')]
  expect(de.headers.etag).not.toBe(fr.headers.etag)
  const again = { 'If-None-Match': String(de.headers.etag) }
  expect(await open(app, '/@acme', { ...again, 'Accept-Language': 'de-CH' })).toMatchObject({ status: 304 })
  expect(await open(app, '/@acme', { ...again, 'Accept-Language': 'fr' })).toMatchObject({ status: 200 })
})

test('a cached page in a language takes no statement of its own', async () => {
  await read('/@acme', 'ko')
  await read('/@acme')
  app.statements.length = 0
  await read('/@acme')
  const english = app.statements.length
  await read('/@acme', 'ko-KR,ko;q=0.9,en;q=0.8')
  expect(app.statements.length - english).toBeLessThanOrEqual(english)
})

test('feeds are in the language of their address, for every reader', async () => {
  const feed = await read('/@acme/changelog.atom?lang=de', 'fr')
  expect(feed.text).toContain('xml:lang="de"')
  expect(feed.text).toContain('<title>Changelog von Name of acme</title>')
  expect((await read('/@acme/feed.atom', 'fr')).text).toBe((await read('/@acme/feed.atom')).text)
  expect(await read('/@acme/changelog.atom?lang=fr')).toMatchObject({ status: 404 })
})

test('the changelog names its translations, and refuses languages that do not exist', async () => {
  const { text } = await read('/@acme/changelog', 'pt-BR')
  const named = [...text.matchAll(/rel="alternate" hreflang="([^"]+)"/g)].map(([, code]) => code)
  expect(named).toEqual(['en', 'de', 'pt-BR'])
  expect(text).toMatch(/rel="canonical" href="[^"]*\/changelog\?lang=pt-BR"/)
  expect((await read('/@acme/changelog?lang=ja')).text).toMatch(/rel="canonical" href="[^"]*\/changelog"/)
  expect(await read('/@acme/changelog?lang=xx')).toMatchObject({ status: 404 })
})

test('the menu names all languages in themselves, and keeps the filters of a page', async () => {
  const { text } = await read('/@acme?sort=new&lang=ar')
  const menu = /<form class="language"[^]*?<\/form>/.exec(text)?.[0] ?? ''
  expect(menu).toContain('name="sort" value="new"')
  expect(menu).not.toContain('type="hidden" name="lang"')
  expect([...menu.matchAll(/<option value="([^"]+)"/g)].map(([, code]) => code).sort()).toEqual(
    [...LOCALES].sort(),
  )
  expect(menu).toMatch(/<option value="ar" lang="ar" selected[^>]*>العربية</)
})

test.each([
  ['ru', 'comments', [1, 3, 5, 21], ['1 комментарий', '3 комментария', '5 комментариев', '21 комментарий']],
  ['pl', 'comments', [1, 3, 5, 22], ['1 komentarz', '3 komentarze', '5 komentarzy', '22 komentarze']],
  ['ar', 'comments', [0, 1, 2, 3], ['لا تعليقات', 'تعليق واحد', 'تعليقان', '3 تعليقات']],
  ['ja', 'votes', [1, 2], ['票', '票']],
] as const)('%s counts %s', (code, key, counts, texts) => {
  expect(counts.map((count) => wordsOf(code).count(key, count))).toEqual(texts)
})
