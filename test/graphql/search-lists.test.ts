import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fillDocuments, requestDocuments } from '../../src/modules/search/fill-documents.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { refusal, run } from '../support/clients/operations.ts'
import {
  listSearcher,
  NEWEST,
  RELEVANCE,
  SEARCHED,
  searchedList,
  type SearchedList,
} from '../support/clients/search-lists.ts'
import { keepSearches } from '../support/faults/kept-searches.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

keepSearches()

const app = useApp()
const tenant = useTenant(app)
const find = listSearcher(app)
const LISTS = Object.keys(SEARCHED) as SearchedList[]

async function send(method: string, path: string, body: object = {}, by: Tenant = tenant) {
  const answer = await app.call(method, `/api/v3${path}`, { headers: by.keyAndAdmin, body })
  expect([answer.status < 300, answer.body]).toEqual([true, answer.body])
  return answer.body
}

const newPost = async (by: Tenant = tenant) =>
  (await send('POST', '/feature_requests', { title: 'Post' }, by)).id
const newComment = async (postId: number, comment: string, more: object = {}) =>
  (await send('POST', '/comments', { feature_request_id: postId, comment, ...more })).comment.id as number
const documents = async (list: SearchedList, by: Tenant = tenant) =>
  (
    await sql<object>`select id, document::text as document from ${sql.table(`${list.slice(0, -1)}_documents`)}
      where organization_id = ${by.organization.id} order by id`.execute(app.database.kysely)
  ).rows

test('comments are found by their words, after each change of them', async () => {
  const postId = await newPost()
  const id = await newComment(postId, 'The zeppelin docked in Köln')
  await newComment(postId, 'Zeppelins, zeppelins')
  await newComment(postId, 'ダークモードが欲しい')
  expect(await find('comments', 'zeppelin', NEWEST, tenant.key)).toEqual([
    'Zeppelins, zeppelins',
    'The zeppelin docked in Köln',
  ])
  expect(await find('comments', 'zeppelin -koln', NEWEST, tenant.key)).toEqual(['Zeppelins, zeppelins'])
  expect(await find('comments', '"zeppelin docked"', RELEVANCE, tenant.key)).toEqual([
    'The zeppelin docked in Köln',
  ])
  expect(await find('comments', 'モード', NEWEST, tenant.key)).toEqual(['ダークモードが欲しい'])
  expect(await find('comments', 'zeppelin or モード', RELEVANCE, tenant.key)).toHaveLength(3)
  await send('PUT', `/comments/${id}`, { comment: 'A balloon' })
  expect(await find('comments', 'docked', NEWEST, tenant.key)).toEqual([])
  expect(await find('comments', 'ball', NEWEST, tenant.key)).toEqual(['A balloon'])
  await newComment(postId, 'A reply', { parent_id: id })
  await send('DELETE', `/comments/${id}`)
  expect(await find('comments', 'balloon', NEWEST, tenant.key)).toEqual([])
})

test('a comment is found only by those who may see it, as in the list', async () => {
  const own = await createTenant(app)
  const customer = await own.sso({ email: 'customer@people.example', name: 'Customer' })
  const { id: bucketId } = await app.database.kysely
    .insertInto('buckets')
    .values({ organizationId: own.organization.id, slug: 'secret', name: 'Secret', private: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const open = await newPost(own)
  const { id: secret } = await send('POST', '/feature_requests', { title: 'Post', bucket_id: bucketId }, own)
  const say = (feature_request_id: number, comment: string) =>
    send('POST', '/comments', { feature_request_id, comment }, own)
  await say(open, 'zeppelin in public')
  const { comment: internal } = await say(open, 'zeppelin inside')
  await say(secret, 'zeppelin in secret')
  const INTERNAL = `mutation ($id: ID!) { updateComment(input: { id: $id, internal: true }) { comment { id } } }`
  await run(app, own.keyAndAdmin, INTERNAL, { id: `cmt_${internal.id}` })
  const other = await createTenant(app)
  for (const order of [NEWEST, RELEVANCE]) {
    expect((await find('comments', 'zeppelin', order, own.key)).toSorted()).toEqual([
      'zeppelin in public',
      'zeppelin in secret',
      'zeppelin inside',
    ])
    expect(await find('comments', 'zeppelin', order, customer)).toEqual(['zeppelin in public'])
    expect(await find('comments', 'zeppelin', order, other.key)).toEqual([])
  }
})

test('changelog entries are found by their words, outside the team once they are published', async () => {
  const own = await createTenant(app)
  const customer = await own.sso({ email: 'customer@people.example', name: 'Customer' })
  const create = async (title: string, description: string, published = false) =>
    (await send('POST', '/changelogs', { title, description, published }, own)).changelogs[0].id as number
  await create('Zeppelins', 'They dock.', true)
  const draft = await create('Balloons', 'Like zeppelins.')
  expect(await find('changelogs', 'zeppelin', RELEVANCE, own.key)).toEqual(['Zeppelins', 'Balloons'])
  expect(await find('changelogs', 'zeppelin', NEWEST, own.key)).toEqual(['Balloons', 'Zeppelins'])
  expect(await find('changelogs', 'zeppelin', RELEVANCE, customer)).toEqual(['Zeppelins'])
  await send('PUT', `/changelogs/${draft}`, { title: 'Airships' }, own)
  expect(await find('changelogs', 'balloon', NEWEST, own.key)).toEqual([])
  expect(await find('changelogs', 'airship zeppelin', NEWEST, own.key)).toEqual(['Airships'])
  await send('DELETE', `/changelogs/${draft}`, {}, own)
  expect(await documents('changelogs', own)).toHaveLength(1)
})

test.each(LISTS)('the relevance of %s requires a search, and is descending', async (list) => {
  const ask = (search: string | null, direction: string) =>
    refusal(app, tenant.key, searchedList(list), { search, orderBy: { field: 'RELEVANCE', direction } })
  expect((await ask(' ', 'DESC')).message).toContain('requires a search')
  expect((await ask('x', 'ASC')).message).toContain('must be descending')
  expect((await ask('x'.repeat(501), 'DESC')).message).toContain('is too long')
})

test.each([
  ['comments', 'comments'],
  ['changelogs', 'changelogs'],
  ['customers', 'customers'],
] as const)('REST finds %s with `q`', async (path, key) => {
  const own = await createTenant(app)
  const postId = await newPost(own)
  for (const word of ['zeppelin', 'balloon']) {
    if (path === 'comments')
      await send('POST', '/comments', { feature_request_id: postId, comment: word }, own)
    if (path === 'changelogs') await send('POST', '/changelogs', { title: word }, own)
    if (path === 'customers') await send('POST', '/customers', { email: `${word}@people.example` }, own)
  }
  const count = async (q: string) =>
    (await app.call('GET', `/api/v3/${path}?q=${q}`, { headers: own.key })).body[key].length as number
  expect([
    await count('zeppelin'),
    await count('zep'),
    await count('zeppelin+-zeppelin'),
    await count('q7'),
  ]).toEqual([1, 1, 0, 0])
  const long = await app.call('GET', `/api/v3/${path}?q=${'x'.repeat(501)}`, { headers: own.key })
  expect([long.status, Object.keys(long.body.errors)]).toEqual([400, ['q']])
})

test('documents equal those that are stored in the background, after any changes', async () => {
  const lists = LISTS
  await newComment(await newPost(), 'Déjà vu')
  await send('POST', '/changelogs', { title: 'Naïve', description: 'Exports, ダークモード' })
  await send('POST', '/customers', { email: 'any@people.example', name: 'Ann Ý' })
  const written = await Promise.all(lists.map((list) => documents(list)))
  await inTransaction(app.database.kysely, async (tx) => {
    await requestDocuments(tx, tenant.organization.id)
    await sql`insert into document_backfills (organization_id, kind) values (${tenant.organization.id}, 'customer')`.execute(
      tx,
    )
    for (const list of lists)
      await sql`delete from ${sql.table(`${list.slice(0, -1)}_documents`)}
        where organization_id = ${tenant.organization.id}`.execute(tx)
  })
  while (await fillDocuments(app.database.kysely));
  const filled = await Promise.all(lists.map((list) => documents(list)))
  expect(filled).toEqual(written)
  expect(written.every((rows) => rows.length > 0)).toBe(true)
})
