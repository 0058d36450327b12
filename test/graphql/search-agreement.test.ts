import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDocuments } from '../../src/modules/search/fill-documents.ts'
import { seedBulk } from '../../src/seed/bulk.ts'
import { randomOf } from '../../src/seed/random.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { keepSearches } from '../support/faults/kept-searches.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

keepSearches()

const POSTS = 3_000
const NOW = new Date('2026-06-01T12:00:00.000Z')
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
let seeded: Tenant
type Text = { slug: string; text: string; words: Set<string>; stems: Set<string> }
let texts: Text[]
let stemOf: Map<string, string>

beforeAll(async () => {
  app = await startApp()
  seeded = await createTenant(app)
  await seedBulk(app.database, {
    organizationSlug: seeded.organization.slug,
    posts: POSTS,
    seed: 11,
    now: NOW,
  })
  // Two processes fill at the same time.
  await Promise.all([fill(), fill()])
  const { rows: plain } = await sql<{ slug: string; text: string }>`
    select slug, concat_ws(chr(10), title, (
        select string_agg(t.name, ' ' order by t.id) from post_tags pt join tags t on t.organization_id = pt.organization_id
          and t.id = pt.tag_id
        where pt.organization_id = p.organization_id and pt.post_id = p.id), description) as text
    from posts p where organization_id = ${seeded.organization.id} and not hidden and not private
    order by created_at desc, id desc`.execute(app.database.kysely)
  const written = new Set(plain.flatMap(({ text }) => plainWords(text)))
  const all = [...new Set([...written, ...[...written].map(folded)])]
  const { rows: stems } = await sql<{ word: string; stem: string | null }>`
      select word, (ts_lexize('english_stem', word))[1] as stem from unnest(${all}::text[]) as word`.execute(
    app.database.kysely,
  )
  stemOf = new Map(stems.map(({ word, stem }) => [word, stem ?? '']))
  texts = plain.map(({ slug, text }) => {
    const words = plainWords(text)
    const forms = words.flatMap((word) => [stemOf.get(word) ?? '', stemOf.get(folded(word)) ?? ''])
    return { slug, text, words: new Set(words.map(folded)), stems: new Set(forms) }
  })
})
afterAll(() => app.stop())

const fill = async () => {
  while (await fillDocuments(app.database.kysely));
}

/** Returns the slugs of all posts that a search finds, in order, and their number as the list counts it. */
async function find(search: string, orderBy: Order = NEWEST) {
  const slugs: string[] = []
  for (let after: string | null = null; ;) {
    const { posts } = await run(app, seeded.key, LIST, { search, orderBy, after })
    slugs.push(...posts.nodes.map(({ slug }: { slug: string }) => slug))
    if (!posts.pageInfo.hasNextPage) return { slugs, count: posts.totalCount as number }
    after = posts.pageInfo.endCursor
  }
}

/** Returns the words of a text. A Latin word beside letters of another script is a word of its own. */
const plainWords = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/\p{Script=Latin}+|[^\P{L}\p{Script=Latin}]+/gu) ?? []
const folded = (word: string) => word.replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '')

/** Whether a text has a word, by comparing all of its words. */
const has = (word: string, isPrefix: boolean) => {
  const forms = [word, folded(word)].map((form) => stemOf.get(form) ?? form).filter(Boolean)
  return (text: Text) =>
    text.words.has(folded(word)) ||
    forms.some((stem) => text.stems.has(stem)) ||
    // A stem may equal a word of another text, such as that of "alles" the word "all".
    forms.some((stem) => text.words.has(stem)) ||
    (isPrefix && [...text.words].some((other) => other.startsWith(folded(word))))
}

test('a search finds what comparing all texts finds, whatever the language', async () => {
  const random = randomOf('search')
  // Latin words of the texts in English, German, French, Spanish and Portuguese that are not stop words.
  const words = [...stemOf.keys()].filter((word) => stemOf.get(word) && /^\p{Script=Latin}{4,}$/u.test(word))
  for (let turn = 0; turn < 60; turn++) {
    const [one, two] = [random.pick(words), random.pick(words)] as [string, string]
    const queries: [string, (text: Text) => boolean][] = [
      [one, has(one, true)],
      [`${one} ${two}`, (text) => has(one, false)(text) && has(two, true)(text)],
      [`${one} or ${two}`, (text) => has(one, false)(text) || has(two, true)(text)],
      [`-${one} ${two}`, (text) => !has(one, false)(text) && has(two, true)(text)],
    ]
    const [query, matches] = queries[turn % queries.length] as (typeof queries)[number]
    const expected = texts.filter(matches).map(({ slug }) => slug)
    expect([query, await find(query, NEWEST)]).toEqual([query, { slugs: expected, count: expected.length }])
  }
})

test.each(['dark mode', 'modo oscuro', 'mode sombre', 'ダークモード', '変更履歴', 'повторяющиеся задачи'])(
  'the phrase %s is found exactly where it is written',
  async (phrase) => {
    const expected = texts.filter(({ text }) => text.toLowerCase().includes(phrase)).map(({ slug }) => slug)
    expect(expected.length).toBeGreaterThan(0)
    expect((await find(`"${phrase}"`, NEWEST)).slugs).toEqual(expected)
  },
)

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
    const { statuses } = await run(app, seeded.key, LISTS, { search, orderBy: OLDEST })
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
  expect(await refusal(app, seeded.key, LISTS, ranked)).toMatchObject({ code: 'INVALID_PARAM' })
})

test('documents have been stored once for each post, and none is left to store', async () => {
  const { rows } = await sql`select
      (select count(*)::int from posts where organization_id = ${seeded.organization.id}) as posts,
      (select count(*)::int from post_documents where organization_id = ${seeded.organization.id}) as documents,
      (select count(*)::int from document_backfills) as left`.execute(app.database.kysely)
  expect(rows).toEqual([{ posts: POSTS, documents: POSTS, left: 0 }])
})
