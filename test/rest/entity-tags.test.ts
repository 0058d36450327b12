import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { createApiKey } from '../../src/modules/organizations/create-api-key.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Headers, Tenant } from '../support/fixtures/scenario.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { putGrant, putToken } from '../support/fixtures/grants.ts'
import { contentOf, fullTenant, readTag, reads, readUnless } from '../support/tags.ts'
import { useApp, useTenant } from '../support/use.ts'

const LIST = '/api/v3/feature_requests'
const QUERY = `/graphql?query=${encodeURIComponent('{ posts(first: 30) { nodes { id: databaseId title } } }')}`
/** Id of a row of every table. */
const ID = 900_001

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

async function otherKey({ organization, admin }: Tenant): Promise<Headers> {
  const { key } = await inTransaction(first.services.db, (tx) =>
    createApiKey(tx, organization.id, { creatorId: admin.id, name: 'other' }),
  )
  return { 'API-KEY': key }
}

const tagOf = (path: string, headers: Headers = tenant.key, app: TestApp = first) =>
  readTag(app, path, headers)

test('every read has a strong tag, answers 304 to it, and 200 to the tag of another credential', async () => {
  const own = await fullTenant(first, ID)
  const other = await otherKey(own)
  const colleague = await own.member('admin')
  expect(reads.length).toBeGreaterThan(15)
  for (const { path: pattern, needsUser } of reads) {
    const path = pattern.replace(/:\w+/g, String(ID))
    const headers = needsUser ? own.keyAndAdmin : own.key
    const strangers = needsUser
      ? [
          { ...own.key, ...colleague.session },
          { ...other, ...own.admin.session },
        ]
      : [other, own.keyAndAdmin]
    const tag = await tagOf(path, headers)
    const otherTags = [await tagOf(path, strangers[0]), await tagOf(path, strangers[1])]
    expect(new Set([tag, ...otherTags]).size, path).toBe(3)
    // The first requests compute the response, later ones may find it in the cache.
    for (const app of [first, first, first, second, storeless]) {
      expect(await tagOf(path, headers, app), path).toBe(tag)
      const unchanged = await readUnless(app, path, headers, tag)
      expect(unchanged, path).toMatchObject({ status: 304, text: '' })
      expect(unchanged.headers.get('etag')).toBe(tag)
      expect(unchanged.headers.get('cache-control')).toMatch(/^(private, no-cache|no-store)$/)
      expect(unchanged.headers.has('content-type')).toBe(false)
      for (const stranger of strangers)
        expect((await readUnless(app, path, stranger, tag)).status, path).toBe(200)
    }
  }
})

test('If-None-Match is a list, is compared weakly, and may be *', async () => {
  for (const path of [LIST, `${LIST}/${await createPost(first, tenant)}`]) {
    const tag = await tagOf(path)
    const other = tag[22] === 'x' ? 'y' : 'x'
    for (const app of [first, first, first, second, storeless])
      for (const [sent, status] of [
        [tag, 304],
        [`W/${tag}`, 304],
        [`"other", ${tag}`, 304],
        [`"a,b",W/${tag} , "c"`, 304],
        ['*', 304],
        ['"other"', 200],
        [tag.replaceAll('"', ''), 200],
        [`"${tag.slice(1, -2)}"`, 200],
        [`"x.${tag.slice(1, -2)}"`, 200],
        [`"${tag.slice(1, 22)}${other}"`, 200],
        ['', 200],
      ] as const)
        expect((await readUnless(app, path, tenant.key, sent)).status, sent).toBe(status)
  }
})

test('HEAD has the tag of GET, and a read honors If-Match', async () => {
  const tag = await tagOf(LIST)
  const head = await first.call('HEAD', LIST, { headers: tenant.key })
  expect([head.status, head.headers.get('etag')]).toEqual([200, tag])
  const headers = { ...tenant.key, 'If-None-Match': tag }
  expect((await first.call('HEAD', LIST, { headers })).status).toBe(304)
  for (const [sent, status] of [
    [tag, 200],
    ['*', 200],
    ['"old"', 412],
    [`W/${tag}`, 412],
  ] as const) {
    const answer = await first.call('GET', LIST, { headers: { ...tenant.key, 'If-Match': sent } })
    expect(answer.status, sent).toBe(status)
    if (status === 412) expect(answer.body.error).toBe('ERROR_CODE_PRECONDITION_FAILED')
  }
})

test('a tag belongs to an address with its parameters and headers, and to one credential', async () => {
  const { install, token } = await putGrant(first, tenant, tenant)
  const refreshed = await putToken(first, install)
  const people = [
    await tenant.sso({ email: 'one@people.example' }),
    await tenant.sso({ email: 'two@people.example' }),
  ]
  const tags = [
    await tagOf(`${LIST}?per_page=5`),
    await tagOf(`${LIST}?per_page=6`),
    await tagOf(`${LIST}?per_page=5`, { ...tenant.key, 'ALLOW-PRIVATE': 'true' }),
    await tagOf(`${LIST}?per_page=5`, token),
  ]
  // The tokens of an install are one credential.
  expect(await tagOf(`${LIST}?per_page=5`, refreshed)).toBe(tags.at(-1))
  for (const person of people) tags.push(await tagOf(`${LIST}?per_page=5`, { ...tenant.key, ...person }))
  expect(new Set(tags).size).toBe(tags.length)
  const cors = await readUnless(first, LIST, tenant.key)
  expect(cors.headers.get('access-control-expose-headers')).toContain('ETag')
})

test('a 304 of a cached response runs no statement, and a change elsewhere leaves the content of a tag', async () => {
  const path = `${LIST}/${await createPost(first, tenant)}`
  const tag = await tagOf(path)
  await readUnless(first, path, tenant.key, tag)
  first.statements.length = 0
  expect((await readUnless(first, path, tenant.key, tag)).status).toBe(304)
  expect(first.statements).toEqual([])
  await createPost(second, tenant, 'Another wish')
  for (const app of [first, storeless]) {
    const unchanged = await readUnless(app, path, tenant.key, tag)
    const next = unchanged.headers.get('etag')
    expect([unchanged.status, contentOf(next)]).toEqual([304, contentOf(tag)])
    expect(next).not.toBe(tag)
    expect(await tagOf(path, tenant.key, app)).toBe(next)
  }
})

test('in 60 rounds of writes and reads through three processes, no old tag answers 304', async () => {
  const id = await createPost(first, tenant, '0')
  /** Versions that were received with each tag. A read beside a write may receive the next one. */
  const versions = new Map<string, Set<number>>()
  const processes = [first, second, storeless]
  const any = () => processes[Math.floor(Math.random() * processes.length)] ?? first
  let unchanged = 0
  const read = async (least: number, most: number) => {
    const path = [`${LIST}/${id}`, LIST, QUERY][Math.floor(Math.random() * 3)] ?? LIST
    const known = [...versions.keys()].filter((key) => key.startsWith(`${path} `))
    // The newest tags are the most likely to be taken for current ones.
    const key = known.at(-1 - Math.floor(Math.random() * 3))
    const { status, headers, body } = await readUnless(any(), path, tenant.key, key?.split(' ')[1])
    const isPossible = (version: number) => version >= least && version <= most
    if (status === 304) {
      unchanged++
      // No bytes that were received with the tag are older than the ones it answers for.
      return expect(Math.min(...(versions.get(key ?? '') ?? []))).toBeGreaterThanOrEqual(least)
    }
    const listed: { id: number; title: string }[] =
      path === LIST ? body.feature_requests : path === QUERY ? body.data.posts.nodes : [body]
    const post = listed.find((one) => one.id === id)
    expect(Number(post?.title)).toSatisfy(isPossible)
    const tagged = `${path} ${headers.get('etag')}`
    versions.set(tagged, (versions.get(tagged) ?? new Set()).add(Number(post?.title)))
  }
  for (let version = 1; version <= 60; version++) {
    const body = { title: `${version}` }
    const beside = [1, 2, 3, 4].map(() => read(version - 1, version))
    const written = await any().call('PUT', `${LIST}/${id}`, { headers: tenant.key, body })
    expect(written.status).toBe(200)
    await Promise.all(beside)
    for (let times = 0; times < 3; times++) await Promise.all([1, 2, 3, 4].map(() => read(version, version)))
  }
  expect(unchanged).toBeGreaterThan(60)
})
