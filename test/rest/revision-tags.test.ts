import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { contentOf, fullTenant, readTag, reads, readUnless } from '../support/tags.ts'
import { useApp, useTenant } from '../support/use.ts'

const LIST = '/api/v3/feature_requests'
/** Ids of a row of every table. */
const ID = 900_001
const OTHER_ID = 900_002

/** Address of the installation, whichever process answers. */
const publicUrl = 'https://feedback.example.com'

const first = useApp({ publicUrl })
const tenant = useTenant(first)
/** Another process of the installation. */
let second: TestApp
/** A process that stores no responses. */
let storeless: TestApp

beforeAll(async () => {
  second = await startApp({ beside: first, publicUrl })
  storeless = await startApp({ beside: first, publicUrl, responseCacheMb: 0 })
})
afterAll(async () => {
  await second.stop()
  await storeless.stop()
})

const tagOf = (path: string, headers: Headers = tenant.key, app: TestApp = first) =>
  readTag(app, path, headers)

test('a process without the response answers 304 and does not run the operation', async () => {
  const own = await fullTenant(first, ID)
  const alone = reads.filter(({ cacheable }) => cacheable)
  expect(alone.length).toBeGreaterThan(12)
  const tags = new Map<string, string>()
  for (const { path: pattern, isThing } of alone) {
    const path = pattern.replace(/:\w+/g, String(ID))
    const tag = await tagOf(path, own.key)
    expect(tag.includes('.'), path).toBe(isThing)
    tags.set(path, tag)
  }
  const cold = await startApp({ beside: first, publicUrl })
  try {
    for (const app of [cold, storeless])
      for (const [path, tag] of tags) {
        const ask = (method: string) =>
          app.call(method, path, { headers: { ...own.key, 'If-None-Match': `"other", W/${tag}` } })
        app.statements.length = 0
        for (const method of ['GET', 'GET', 'HEAD']) {
          const { status, headers } = await ask(method)
          expect([status, headers.get('etag')], path).toEqual([304, tag])
        }
        expect(app.statements, path).toEqual([])
      }
  } finally {
    await cold.stop()
  }
})

test('the revision counts writes of every table that a tagged read depends on', async () => {
  const own = await fullTenant(first, OTHER_ID)
  const { rows } = await first.database.pool.query<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgname like '%\\_revision'
     group by 1 having count(*) = 3`,
  )
  // The verbs of an organization count its changes themselves: `test/process/response-cache.test.ts`.
  const counted = new Set(['organizations', ...rows.map(({ name }) => name)])
  const lacking = new Set<string>()
  for (const { path: pattern, cacheable } of reads) {
    if (!cacheable) continue
    const path = pattern.replace(/:\w+/g, String(OTHER_ID))
    await tagOf(path, own.key, storeless)
    storeless.statements.length = 0
    await tagOf(path, own.key, storeless)
    const tables = storeless.statements.flatMap((text) =>
      [...text.matchAll(/\b(?:from|join)\s+"?([a-z_]+)"?/gi)].map(([, name = '']) => name),
    )
    expect(
      tables.some((name) => counted.has(name)),
      path,
    ).toBe(true)
    for (const name of tables) if ((await isTable(name)) && !counted.has(name)) lacking.add(`${path} ${name}`)
  }
  expect([...lacking]).toEqual([])
})

async function isTable(name: string): Promise<boolean> {
  const { rows } = await first.database.pool.query<{ found: boolean }>(
    `select to_regclass($1) is not null as found`,
    [name],
  )
  return rows[0]?.found ?? false
}

test('the tag of a list changes with every write in its organization, and no earlier one returns', async () => {
  const id = await createPost(first, tenant)
  const title = (text: string) => () =>
    second.call('PUT', `${LIST}/${id}`, { headers: tenant.key, body: { title: text } })
  const tags = [await tagOf(LIST)]
  for (const write of [
    title('one'),
    title('two'),
    title('one'),
    () => second.call('POST', '/api/v3/tags', { headers: tenant.key, body: { name: 'beside the list' } }),
    () => second.call('DELETE', `${LIST}/${id}`, { headers: tenant.key }),
  ]) {
    expect((await write()).status).toBeLessThan(300)
    for (const app of [first, second, storeless])
      for (const tag of tags) expect((await readUnless(app, LIST, tenant.key, tag)).status).toBe(200)
    tags.push(await tagOf(LIST))
  }
  expect(new Set(tags).size).toBe(tags.length)
  for (const app of [first, second, storeless])
    expect((await readUnless(app, LIST, tenant.key, tags.at(-1))).status).toBe(304)
})

test('a condition compares the content of an object and not the revision', async () => {
  const post = await createPost(first, tenant)
  const body = { feature_request_id: post, comment: 'first' }
  const comment = await first.call('POST', '/api/v3/comments', { headers: tenant.key, body })
  const tag = await first.call('POST', '/api/v3/tags', { headers: tenant.key, body: { name: 'first' } })
  for (const [path, field] of [
    [`${LIST}/${post}`, 'title'],
    [`/api/v3/comments/${comment.body.comment.id}`, 'comment'],
    [`/api/v3/tags/${tag.body.tag.id}`, 'name'],
  ] as const) {
    let texts = 0
    const send = (method: string, conditions: Headers, app = first) => {
      const body = method === 'GET' ? undefined : { [field]: `text ${++texts}` }
      return app.call(method, path, { headers: { ...tenant.key, ...conditions }, body })
    }
    const match = await tagOf(path)
    await createPost(second, tenant, 'Another wish')
    const beside = await tagOf(path)
    expect(beside).not.toBe(match)
    expect(contentOf(beside)).toBe(contentOf(match))
    for (const refused of [{ 'If-Match': `W/${match}` }, { 'If-None-Match': match }])
      expect((await send('PUT', refused)).status, path).toBe(412)
    for (const app of [first, second])
      expect((await send('GET', { 'If-Match': match }, app)).status, path).toBe(200)
    const changed = await send('PUT', { 'If-Match': match })
    expect(changed.status, path).toBe(200)
    const next = changed.headers.get('etag') ?? ''
    const read = await send('GET', { 'If-None-Match': next })
    expect([read.status, contentOf(read.headers.get('etag'))], path).toEqual([304, contentOf(next)])
    for (const old of [match, beside]) expect((await send('PUT', { 'If-Match': old })).status, path).toBe(412)
    expect((await send('PUT', { 'If-Match': next })).status, path).toBe(200)
  }
})

test('no tag of data that the database has lost answers 304', async () => {
  const { pool } = first.database
  const path = `${LIST}/${await createPost(first, tenant, 'kept')}`
  const untouched = `${LIST}/${await createPost(first, tenant, 'untouched')}`
  const tag = await tagOf(path)
  const others = { list: await tagOf(LIST), untouched: await tagOf(untouched) }
  for (let times = 0; times < 2; times++)
    expect((await readUnless(first, path, tenant.key, tag)).status).toBe(304)
  // A restore returns the same number of transactions with other data, and recreates the tables.
  await pool.query('alter table posts disable trigger user')
  await pool.query(`update posts set title = 'restored' where title = 'kept'`)
  await pool.query('alter table posts enable trigger user')
  await pool.query('vacuum full revisions')
  const after = await readUnless(first, path, tenant.key, tag)
  expect(after).toMatchObject({ status: 200, body: { title: 'restored' } })
  expect(after.headers.get('etag')).not.toBe(tag)
  expect((await readUnless(first, LIST, tenant.key, others.list)).status).toBe(200)
  const same = await readUnless(first, untouched, tenant.key, others.untouched)
  expect([same.status, contentOf(same.headers.get('etag'))]).toEqual([304, contentOf(others.untouched)])
  expect(same.headers.get('etag')).not.toBe(others.untouched)
})
