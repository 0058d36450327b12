import { expect, test } from 'vitest'
import { astutoFetcher, astutoStart } from '../../../src/moving/fetch/astuto.ts'
import { authorize } from '../../../src/moving/fetch/authorize.ts'
import { cannyFetcher, cannyStart } from '../../../src/moving/fetch/canny.ts'
import type { FetchAnswer, FetchRequest } from '../../../src/moving/fetch/requests.ts'
import { fakeServer, ok, rowsFrom, type FakeRow } from '../fake/server.ts'
import { fetchFrom, idsIn } from './run-fetch.ts'

/** Astuto: bare arrays by offset, newest first. `change` runs after each request of posts. */
const astuto = (posts: FakeRow[], change: (count: number) => void = () => undefined) => {
  let count = 0
  return ({ path, query }: FetchRequest): FetchAnswer => {
    if (!path.endsWith('/posts')) return ok([])
    const from = Number(query?.['offset'])
    const page = ok(posts.slice(from, from + Number(query?.['limit'])))
    change(++count)
    return page
  }
}

test('rows that are added while a list is read repeat others, and none is missing', async () => {
  const posts = rowsFrom(450, 'p')
  const before = posts.map(({ id }) => id)
  const server = fakeServer(astuto(posts, (count) => posts.unshift(...rowsFrom(3, `new-${count}-`))))
  const fetched = await fetchFrom(astutoFetcher, astutoStart(), server.send)
  expect([...idsIn(fetched, 'posts')]).toEqual(expect.arrayContaining(before))
  expect(fetched.reports).toEqual([])
})

test('after a large deletion a list starts again, and a list that never rests is reported', async () => {
  const posts = rowsFrom(600, 'p')
  const server = fakeServer(astuto(posts, (count) => count === 2 && posts.splice(0, 250)))
  const fetched = await fetchFrom(astutoFetcher, astutoStart(), server.send)
  expect(idsIn(fetched, 'posts')).toEqual(new Set(posts.map(({ id }) => id)))
  expect(fetched.reports).toEqual([])
  const endless = rowsFrom(3_000, 'p')
  const restless = fakeServer(astuto(endless, () => endless.splice(0, 120)))
  const unsure = await fetchFrom(astutoFetcher, astutoStart(), restless.send)
  expect(unsure.reports).toContainEqual({
    what: 'posts',
    reason: expect.stringContaining('changed while it was read'),
  })
})

test('the state does not grow with the pages of a list', async () => {
  const fetched = await fetchFrom(astutoFetcher, astutoStart(), fakeServer(astuto(rowsFrom(5_000, 'p'))).send)
  expect(idsIn(fetched, 'posts').size).toBe(5_000)
  expect(fetched.largestState).toBeLessThan(400)
})

test('limits wait as Retry-After states, in seconds and as a date, and failures are tried again', async () => {
  const limit = (value: string): FetchAnswer => ({ status: 429, headers: { 'retry-after': value }, json: {} })
  const failure: FetchAnswer = { status: 500, headers: {}, json: undefined }
  const server = fakeServer(astuto(rowsFrom(3, 'p')), [
    limit('7'),
    limit('Sun, 22 Nov 2026 00:00:37 GMT'),
    failure,
    'lost',
  ])
  const fetched = await fetchFrom(astutoFetcher, astutoStart(), server.send)
  expect(fetched.waits.slice(0, 4)).toEqual([7_000, 30_000, 1_000, 2_000])
  expect(idsIn(fetched, 'posts').size).toBe(3)
})

test.each([
  ['five lost connections', Array<'lost'>(5).fill('lost'), 'paused', 'The connection to the source is lost.'],
  [
    'five failures',
    Array<FetchAnswer>(5).fill({ status: 503, headers: {}, json: {} }),
    'paused',
    'the status 503',
  ],
  ['a refused key', [{ status: 401, headers: {}, json: {} }], 'failed', 'The key was refused.'],
  ['a closed door', [{ status: 403, headers: {}, json: {} }], 'failed', 'The key was refused.'],
])('%s ends the fetch', async (_name, faults, outcome, message) => {
  const { send } = fakeServer(astuto([]), [...faults])
  const fetched = fetchFrom(astutoFetcher, astutoStart(), send)
  await expect(fetched).rejects.toMatchObject({ outcome, message: expect.stringContaining(message) })
})

/** Canny: v1 by skip and v2 by cursor. Votes are only in v1, and one list is refused with the status 200. */
function canny({ path, body = {} }: FetchRequest): FetchAnswer {
  const list = path.split('/')[3] ?? ''
  const isV1 = path.startsWith('/api/v1')
  if (list === 'companies') return ok({ error: 'not available on this plan' })
  if (list === 'votes' && !isV1) return { status: 404, headers: {}, json: { error: 'not found' } }
  const sizes: Record<string, number> = { boards: 1, posts: 230, votes: 150, comments: 250 }
  const rows = rowsFrom(sizes[list] ?? 0, list)
  const from = Number(isV1 ? body['skip'] : (body['cursor'] ?? 0))
  const page = rows.slice(from, from + 100)
  const hasMore = from + 100 < rows.length
  return ok(
    isV1
      ? { [list]: page, hasMore }
      : { items: page, cursor: hasMore ? String(from + 100) : null, hasNextPage: hasMore },
  )
}

test('Canny is read by skip and by cursor, with v1 where v2 has no such list', async () => {
  const server = fakeServer(canny)
  const fetched = await fetchFrom(cannyFetcher, cannyStart(), server.send)
  expect(idsIn(fetched, 'posts', 'posts').size).toBe(230)
  expect(idsIn(fetched, 'votes', 'votes').size).toBe(150)
  expect(idsIn(fetched, 'comments', 'items').size).toBe(250)
  expect(fetched.reports).toEqual([{ what: 'companies', reason: 'The source does not return this list.' }])
  expect(server.requests.filter(({ path }) => path.includes('posts'))[0]?.body).toMatchObject({
    boardID: 'boards0001',
    sort: 'oldest',
  })
})

test('an error with the status 200 about the key, or of a list that must be there, ends the fetch', async () => {
  const refused = fakeServer(() => ok({ error: 'invalid API key' }))
  await expect(fetchFrom(cannyFetcher, cannyStart(), refused.send)).rejects.toThrow('The key was refused.')
  const broken = fakeServer(() => ok({ error: 'server error' }))
  await expect(fetchFrom(cannyFetcher, cannyStart(), broken.send)).rejects.toThrow(
    'refuses the list "boards"',
  )
})

const request: FetchRequest = { method: 'POST', path: '/api/v1/boards/list', body: { limit: 100 } }

test('keys are added to a request only when it is sent', () => {
  expect(authorize('canny', request, 'k').body).toEqual({ limit: 100, apiKey: 'k' })
  expect(authorize('astuto', request, 'k').headers).toEqual({ Authorization: 'Bearer k' })
  expect(authorize('featureos', request, 'k').headers).toEqual({ 'API-KEY': 'k', 'ALLOW-PRIVATE': 'true' })
})
