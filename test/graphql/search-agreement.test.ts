import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDocuments } from '../../src/modules/search/fill-documents.ts'
import { seedBulk } from '../../src/seed/bulk.ts'
import { randomOf } from '../../src/seed/random.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { keepSearches } from '../support/faults/kept-searches.ts'
import { readNaiveSearch, type Language, type NaiveSearch } from '../support/fixtures/naive-search.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

keepSearches()

const POSTS = 2_000
/** Number of queries in each language. */
const TURNS = 24
const NOW = new Date('2026-06-01T12:00:00.000Z')
const LANGUAGES: Language[] = [
  { locale: 'en', words: 'english_stem', ascii: 'english_stem' },
  { locale: 'de', words: 'german_stem', ascii: 'german_stem' },
  { locale: 'fr', words: 'french_stem', ascii: 'french_stem' },
  { locale: 'ru', words: 'russian_stem', ascii: 'english_stem' },
  { locale: 'ja', words: 'simple', ascii: 'simple' },
]
const LIST = `query ($search: String!, $orderBy: PostOrder, $after: String) {
  posts(first: 100, after: $after, filter: { search: $search }, orderBy: $orderBy) {
    totalCount nodes { slug } pageInfo { endCursor hasNextPage }
  }
}`
type Order = { field: string; direction: 'ASC' | 'DESC' }
const NEWEST: Order = { field: 'CREATED_AT', direction: 'DESC' }
const OLDEST: Order = { field: 'CREATED_AT', direction: 'ASC' }
const UPDATED: Order = { field: 'UPDATED_AT', direction: 'DESC' }
const RELEVANCE: Order = { field: 'RELEVANCE', direction: 'DESC' }
const VOTES: Order = { field: 'VOTES', direction: 'DESC' }

let app: TestApp
let naive: Map<string, NaiveSearch>
let tenants: Map<string, Tenant>
/** The English organization. Its texts are in eight languages, and those of the others in their own. */
let english: Tenant

beforeAll(async () => {
  app = await startApp()
  tenants = new Map()
  for (const { locale } of LANGUAGES) tenants.set(locale, await createPosts(locale))
  english = tenants.get('en') as Tenant
  // Two processes fill at the same time.
  await Promise.all([fill(), fill()])
  naive = new Map()
  for (const language of LANGUAGES) {
    const { organization } = tenants.get(language.locale) as Tenant
    naive.set(language.locale, await readNaiveSearch(app.database, organization.id, language))
  }
}, 120_000)
afterAll(() => app.stop())

/** Creates an organization with posts. The slug is part of the seed of their texts. */
async function createPosts(locale: string): Promise<Tenant> {
  const tenant = await createTenant(app, `agreement-${locale}`)
  const update = `mutation ($locale: Locale!) {
    updateOrganization(input: { locales: [$locale], defaultLocale: $locale }) { errors { message } } }`
  const { updateOrganization } = await run(app, tenant.keyAndAdmin, update, { locale: locale.toUpperCase() })
  expect(updateOrganization).toEqual({ errors: [] })
  await seedBulk(app.database, {
    organizationSlug: tenant.organization.slug,
    posts: POSTS,
    seed: 11,
    now: NOW,
    ...(locale !== 'en' && { language: locale }),
  })
  return tenant
}

const fill = async () => {
  while (await fillDocuments(app.database.kysely));
}

/** Returns the slugs of all posts that a search finds, in order, and their number as the list counts it. */
async function find(search: string, orderBy: Order = NEWEST, { key } = english) {
  const slugs: string[] = []
  for (let after: string | null = null; ;) {
    const { posts } = await run(app, key, LIST, { search, orderBy, after })
    slugs.push(...posts.nodes.map(({ slug }: { slug: string }) => slug))
    if (!posts.pageInfo.hasNextPage) return { slugs, count: posts.totalCount as number }
    after = posts.pageInfo.endCursor
  }
}

test.each(LANGUAGES)('searches in $locale find what comparing all texts finds', async ({ locale }) => {
  const { words, has, slugs } = naive.get(locale) as NaiveSearch
  const random = randomOf('search', locale)
  let found = 0
  for (let turn = 0; turn < TURNS; turn++) {
    const [one, two] = [random.pick(words), random.pick(words)] as [string, string]
    const queries: [string, Parameters<NaiveSearch['slugs']>[0]][] = [
      [one, has(one, true)],
      [`${one} ${two}`, (text) => has(one, false)(text) && has(two, true)(text)],
      [`${one} or ${two}`, (text) => has(one, false)(text) || has(two, true)(text)],
      [`-${one} ${two}`, (text) => !has(one, false)(text) && has(two, true)(text)],
    ]
    const [query, matches] = queries[turn % queries.length] as (typeof queries)[number]
    const expected = slugs(matches)
    found += expected.length
    const result = await find(query, NEWEST, tenants.get(locale))
    expect([query, result]).toEqual([query, { slugs: expected, count: expected.length }])
  }
  expect(found).toBeGreaterThan(POSTS)
})

test.each([
  ['en', ['dark mode', 'modo oscuro', 'mode sombre', 'ダークモード', '変更履歴', 'повторяющиеся задачи']],
  ['de', ['für große teams', 'wiederkehrende aufgaben']],
  ['fr', ['mode sombre']],
  ['ru', ['повторяющиеся задачи']],
  ['ja', ['ダークモード', '変更履歴', '繰り返しタスク', 'お客様との打ち合わせ']],
])('phrases in %s are found exactly where they are written', async (locale, phrases) => {
  const { slugs } = naive.get(locale) as NaiveSearch
  for (const phrase of phrases) {
    const expected = slugs(({ text }) => text.toLowerCase().includes(phrase))
    expect(expected.length).toBeGreaterThan(0)
    expect([phrase, (await find(`"${phrase}"`, NEWEST, tenants.get(locale))).slugs]).toEqual([
      phrase,
      expected,
    ])
  }
})

test('every order has the same posts, each once', async () => {
  for (const query of ['export', 'calendar -sync', 'the']) {
    const { slugs } = await find(query, OLDEST)
    for (const orderBy of [VOTES, UPDATED, ...(slugs.length <= 500 ? [RELEVANCE] : [])])
      expect((await find(query, orderBy)).slugs.toSorted()).toEqual(slugs.toSorted())
    const relevant = (await find(query, RELEVANCE)).slugs
    expect(new Set(relevant).size).toBe(relevant.length)
  }
})

test('the posts of each status are searched as any list of posts, in one statement', async () => {
  const LISTS = `query ($search: String!, $orderBy: PostOrder) {
    statuses { posts(first: 100, filter: { search: $search }, orderBy: $orderBy) { totalCount nodes { slug } } }
  }`
  type List = { posts: { totalCount: number; nodes: { slug: string }[] } }
  for (const search of ['zeppelin', 'calendar -sync', 'duplicate or export', '!']) {
    app.statements.length = 0
    const { statuses } = await run(app, english.key, LISTS, { search, orderBy: OLDEST })
    expect(app.statements.filter((text) => text.includes('search_query')).length).toBe(2)
    const found = await find(search, OLDEST)
    expect(statuses.reduce((sum: number, { posts }: List) => sum + posts.totalCount, 0)).toBe(found.count)
    for (const { posts } of statuses as List[]) {
      const slugs = posts.nodes.map(({ slug }) => slug)
      expect(slugs.length).toBe(Math.min(posts.totalCount, 100))
      expect(found.slugs.filter((slug) => slugs.includes(slug))).toEqual(slugs)
    }
  }
  const ranked = { search: 'export', orderBy: RELEVANCE }
  expect(await refusal(app, english.key, LISTS, ranked)).toMatchObject({ code: 'INVALID_PARAM' })
})

test('documents have been stored once for each post, and none is left to store', async () => {
  const { rows } = await sql`select
      (select count(*)::int from posts) as posts, (select count(*)::int from post_documents) as documents,
      (select count(*)::int from document_backfills) as left`.execute(app.database.kysely)
  expect(rows).toEqual([{ posts: 10_000, documents: 10_000, left: 0 }])
})
