import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '../../src/events/actor.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { updateOrganization } from '../../src/modules/organizations/update-organization.ts'
import { createPost } from '../../src/modules/posts/create-post.ts'
import { createTag } from '../../src/modules/tags/create-tag.ts'
import { updatePost } from '../../src/modules/posts/update-post.ts'
import { fillDocuments, requestDocuments } from '../../src/modules/search/fill-documents.ts'
import { randomOf } from '../../src/seed/random.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { keepSearches } from '../support/faults/kept-searches.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'

keepSearches()

const LIST = `query ($search: String!, $orderBy: PostOrder, $after: String) {
  posts(first: 100, after: $after, filter: { search: $search }, orderBy: $orderBy) {
    totalCount nodes { slug } pageInfo { endCursor hasNextPage }
  }
}`
type Order = { field: string; direction: 'ASC' | 'DESC' }
const NEWEST: Order = { field: 'CREATED_AT', direction: 'DESC' }
const LEAST_RELEVANT: Order = { field: 'RELEVANCE', direction: 'ASC' }
const RELEVANCE: Order = { field: 'RELEVANCE', direction: 'DESC' }
const VOTES: Order = { field: 'VOTES', direction: 'DESC' }

let app: TestApp
let tenant: Tenant

beforeAll(async () => {
  app = await startApp()
  tenant = await createTenant(app)
})
afterAll(() => app.stop())

const fill = async () => {
  while (await fillDocuments(app.database.kysely));
}

/** Returns the slugs of all posts that a search finds, in order, and their number as the list counts it. */
async function find(search: string, orderBy: Order = NEWEST, headers: Headers = tenant.key) {
  const slugs: string[] = []
  for (let after: string | null = null; ;) {
    const { posts } = await run(app, headers, LIST, { search, orderBy, after })
    slugs.push(...posts.nodes.map(({ slug }: { slug: string }) => slug))
    if (!posts.pageInfo.hasNextPage) return { slugs, count: posts.totalCount as number }
    after = posts.pageInfo.endCursor
  }
}

type NewPost = { title: string; description?: string; bucketId?: number; tagIds?: number[] }
const newPost = (input: NewPost, by = tenant) =>
  inTransaction(app.database.kysely, (tx) =>
    createPost(tx, by.organization.id, {
      ...input,
      submitterId: by.admin.id,
      privateBuckets: true,
      actor: SYSTEM,
    }),
  )

test('words match in all their forms, without accents, in the order of relevance', async () => {
  const german = await createTenant(app)
  await inTransaction(app.database.kysely, (tx) =>
    updateOrganization(tx, german.organization.id, { locales: ['de'], defaultLocale: 'de' }),
  )
  await newPost({ title: 'Alte Projekte archivieren', description: 'Die Übersicht ist zu lang.' }, german)
  await newPost({ title: 'Übersichten', description: 'Ein Projekt je Zeile.' }, german)
  const search = async (text: string) => (await find(text, RELEVANCE, german.key)).slugs
  expect(await search('Projekt')).toEqual(['alte-projekte-archivieren', 'uebersichten'])
  expect(await search('ubersicht')).toEqual(['uebersichten', 'alte-projekte-archivieren'])
  expect(await search('für die Übersicht in der Zeile')).toEqual(['uebersichten'])
  expect(await search('archiv')).toEqual(['alte-projekte-archivieren'])
  expect(await search('"Projekt Zeile"')).toEqual([])
  expect(await search('-archivieren projekt')).toEqual(['uebersichten'])
  expect(await search('!?*')).toEqual([])
})

test('a query of 500 characters is accepted and a longer one is refused by name', async () => {
  const ask = (search: string) => app.graphql(LIST, { search }, tenant.key)
  expect((await ask(`${'a " - or &|!():*<->\\ '.repeat(20)}x`)).body.errors).toBeUndefined()
  const { body } = await ask('x'.repeat(501))
  expect(body.errors[0].message).toContain('is too long (maximum is 500 characters)')
  const [without, ascending] = [{ orderBy: RELEVANCE }, { search: 'x', orderBy: LEAST_RELEVANT }]
  const PAGE = `query ($search: String, $orderBy: PostOrder) {
    posts(filter: { search: $search }, orderBy: $orderBy) { nodes { slug } }
  }`
  expect((await refusal(app, tenant.key, PAGE, without)).message).toContain('requires a search')
  expect(await refusal(app, tenant.key, PAGE, ascending)).toMatchObject({ code: 'INVALID_PARAM' })
})

test('a post is found, counted and proposed only by those who may see it', async () => {
  const own = await createTenant(app)
  const customer = await own.sso({ email: 'customer@people.example', name: 'Customer' })
  const { id: bucketId } = await app.database.kysely
    .insertInto('buckets')
    .values({ organizationId: own.organization.id, slug: 'secret', name: 'Secret', private: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await newPost({ title: 'Zeppelin docking, public' }, own)
  await newPost({ title: 'Zeppelin docking, private', bucketId }, own)
  const pending = await newPost({ title: 'Zeppelin docking, pending' }, own)
  await inTransaction(app.database.kysely, (tx) =>
    updatePost(tx, own.organization.id, pending.id, { approvalStatus: 'pending', actor: SYSTEM }),
  )
  const other = await createTenant(app)
  const everything = { slugs: ['zeppelin-docking-pending', 'zeppelin-docking-public'], count: 2 }
  for (const orderBy of [RELEVANCE, VOTES, NEWEST]) {
    const all = await find('zeppelin', orderBy, own.key)
    expect({ ...all, slugs: all.slugs.toSorted() }).toEqual(everything)
    expect(await find('zeppelin', orderBy, customer)).toEqual({
      slugs: ['zeppelin-docking-public'],
      count: 1,
    })
    expect(await find('zeppelin', orderBy, other.key)).toEqual({ slugs: [], count: 0 })
  }
  const SIMILAR = `query ($private: Boolean) {
    similarPosts(title: "Docking of a zeppelin", includePrivate: $private) { post { slug } }
  }`
  const similar = async (headers: Headers, isPrivate = false) =>
    (await run(app, headers, SIMILAR, { private: isPrivate })).similarPosts
      .map(({ post }: { post: { slug: string } }) => post.slug)
      .toSorted()
  expect(await similar(own.key)).toEqual(everything.slugs)
  expect(await similar(own.key, true)).toContain('zeppelin-docking-private')
  expect(await similar(customer, true)).toEqual(['zeppelin-docking-public'])
  expect(await similar(other.key, true)).toEqual([])
})

/** Documents with the words of the title and of the body (by weight), each at its distance from the first. */
const DOCUMENTS = (organizationId: number) => sql`
  select id, language, jsonb_agg(jsonb_build_array(weight, lexeme, position - first) order by weight, lexeme, position) as words
  from (select id, language, lexeme, position, weight, min(position) over (partition by id, weight) as first
    from post_documents, unnest(document) as words (lexeme, positions, weights),
      unnest(positions, weights) as each (position, weight)
    where organization_id = ${organizationId}) counted
  group by id, language order by id`

test('documents equal those that are built again, after any changes', async () => {
  const { id: organizationId } = tenant.organization
  const random = randomOf('changes')
  const words = "Ärger naïve mode ダークモード การแจ้งเตือน 通知 exports <b>bold</b> it's".split(' ')
  const text = () => Array.from({ length: random.integer(1, 8) }, () => random.pick(words)).join(' ')
  const ids: number[] = []
  const add = (name: string) =>
    inTransaction(app.database.kysely, (tx) => createTag(tx, organizationId, { name }))
  const tags = [(await add('Größe')).id, (await add('通知')).id, (await add('Exports')).id]
  const someTags = () => tags.filter(() => random.chance(0.4))
  for (let turn = 0; turn < 80; turn++) {
    const id = random.chance(0.4) || ids.length === 0 ? null : random.pick(ids)
    if (id === null) ids.push((await newPost({ title: text(), description: text(), tagIds: someTags() })).id)
    else
      await inTransaction(app.database.kysely, (tx) =>
        updatePost(tx, organizationId, id, {
          actor: SYSTEM,
          ...(random.chance(0.5) && { title: text() }),
          ...(random.chance(0.5) && { description: text().repeat(random.chance(0.2) ? 900 : 1) }),
          ...(random.chance(0.3) && { tagIds: someTags() }),
        }),
      )
  }
  const documents = async () =>
    (await sql<{ id: number }>`${DOCUMENTS(organizationId)}`.execute(app.database.kysely)).rows
  const written = await documents()
  expect(written.length).toBeGreaterThanOrEqual(ids.length)
  await sql`delete from post_documents where organization_id = ${organizationId}`.execute(app.database.kysely)
  await inTransaction(app.database.kysely, (tx) => requestDocuments(tx, organizationId))
  await fill()
  expect(await documents()).toEqual(written)
})

test('a row that changes while documents are stored keeps the document of its last text', async () => {
  const { id: organizationId } = tenant.organization
  const posts = []
  for (let index = 0; index < 20; index++) posts.push(await newPost({ title: `Before ${index}` }))
  await inTransaction(app.database.kysely, (tx) => requestDocuments(tx, organizationId))
  const changes = posts.map(({ id }) =>
    inTransaction(app.database.kysely, (tx) =>
      updatePost(tx, organizationId, id, { title: `Afterwards ${id}`, actor: SYSTEM }),
    ),
  )
  await Promise.all([fill(), ...changes, fill()])
  expect((await find('afterwards')).count).toBe(20)
  expect((await find('before')).count).toBe(0)
})

test('a text of any length is found by its first 20,000 characters', async () => {
  const description = `${'word '.repeat(3_900)}aardvark ${'filler '.repeat(20_000)}zyzzyva`
  const { slug } = await newPost({ title: 'Long', description })
  expect((await find('aardvark')).slugs).toEqual([slug])
  expect((await find('zyzzyva')).slugs).toEqual([])
})
