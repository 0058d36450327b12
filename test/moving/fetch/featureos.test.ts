import { expect, test } from 'vitest'
import { featureosFetcher, featureosStart } from '../../../src/moving/fetch/featureos.ts'
import type { FetchAnswer, FetchRequest } from '../../../src/moving/fetch/requests.ts'
import { fakeServer, ok } from '../fake/server.ts'
import { filesFrom, ofType, readAll } from '../read.ts'
import { fetchFrom, idsIn } from './run-fetch.ts'

const person = (id: number, name: string, votes: number) => ({
  id,
  name,
  email: `${name}@example.com`,
  post_count: id === 1 ? 1 : 0,
  votes_count: votes,
  created_at: '2026-01-01T00:00:00Z',
})
const post = (id: number, down = 0) => ({
  id,
  title: `Post ${id}`,
  submitter: { name: id === 5 ? 'ada' : 'x' },
  votes_count: 2,
  downvotes_count: down,
})

/** FeatureOS: pages of 20 customers for any size, and posts by status, submitter and interactor. */
function featureos({ path, query = {} }: FetchRequest): FetchAnswer {
  const page = Number(query['page'] ?? 1)
  const list = path.replace('/api/v3/', '')
  const pageOf = (rows: unknown[], size: number) =>
    ok({ success: true, [list]: rows.slice((page - 1) * size, page * size) })
  if (list === 'organizations/info')
    return ok({
      success: true,
      organization: { subdomain: 'acme' },
      status_info: [{ slug: 'planned', name: 'Planned' }],
    })
  if (list === 'roadmaps') return { status: 404, headers: {}, json: { success: false } }
  if (list === 'customers')
    return pageOf(
      [
        person(1, 'ada', 2),
        person(2, 'ben', 1),
        ...Array.from({ length: 20 }, (_, index) => person(index + 3, `c${index}`, 0)),
      ],
      20,
    )
  const [email] = query['interactor_emails[]'] ?? query['submitter_emails[]'] ?? []
  if (list === 'feature_requests' && query['submitter_emails[]']) return pageOf([post(5)], 100)
  if (list === 'feature_requests' && email === 'ada@example.com') return pageOf([post(5), post(6)], 100)
  if (list === 'feature_requests' && email === 'ben@example.com') return pageOf([post(5), post(7, 1)], 100)
  return pageOf(list === 'feature_requests' ? [post(5), post(6), post(7, 1)] : [], 100)
}

test('FeatureOS gives voters indirectly, and what is uncertain stays in the count', async () => {
  const fetched = await fetchFrom(
    featureosFetcher,
    featureosStart({ voters: true, roadmaps: [] }),
    fakeServer(featureos).send,
  )
  expect(idsIn(fetched, 'customers', 'customers').size).toBe(22)
  expect(fetched.reports).toEqual([{ what: 'roadmaps', reason: 'The source does not return this list.' }])
  const reading = await readAll(
    'featureos',
    filesFrom(Object.fromEntries(fetched.answers) as Record<string, object>),
  )
  expect(ofType(reading, 'post').map(({ externalId }) => externalId)).toEqual(['5', '6', '7'])
  expect(
    ofType(reading, 'vote')
      .map(({ externalId }) => externalId)
      .sort(),
  ).toEqual(['5:1', '5:2', '6:1'])
  const without = await fetchFrom(
    featureosFetcher,
    featureosStart({ voters: false }),
    fakeServer(featureos).send,
  )
  expect([...without.answers.keys()].filter((name) => name.startsWith('interactors'))).toEqual([])
})

test('FeatureOS is asked for each customer and each changelog once, and the state stays small', async () => {
  const customers = Array.from({ length: 2_050 }, (_, index) => person(index + 1, `c${index}`, 1))
  const changelogs = Array.from({ length: 350 }, (_, index) => ({ id: index + 1, title: `Entry ${index}` }))
  const source = fakeServer((request) => {
    const { path, query = {} } = request
    const list = path.replace('/api/v3/', '')
    const page = Number(query['page'] ?? 1)
    const pageOf = (rows: unknown[], size = 100) => ok({ [list]: rows.slice((page - 1) * size, page * size) })
    if (list === 'customers') return pageOf(customers)
    // A page may have more rows than the fetch looks up at a time.
    if (list === 'changelogs') return pageOf(query['status'] === 'published' ? changelogs : [], 250)
    if (list.startsWith('changelogs/')) return ok({ changelog: changelogs[Number(list.slice(11)) - 1] })
    return featureos(request)
  })
  const { answers, largestState } = await fetchFrom(
    featureosFetcher,
    featureosStart({ voters: true }),
    source.send,
  )
  const asked = (key: string) =>
    source.requests
      .filter(({ query = {} }) => query[key] && query['page'] === '1')
      .flatMap(({ query = {} }) => query[key])
  expect(asked('interactor_emails[]')).toEqual(customers.map(({ email }) => email))
  expect(asked('submitter_emails[]')).toEqual(['c0@example.com'])
  const single = source.requests.flatMap(({ path }) => /changelogs\/(\d+)/.exec(path)?.[1] ?? [])
  expect(single).toEqual(changelogs.map(({ id }) => String(id)))
  expect([...answers.keys()].filter((name) => name.startsWith('changelogs-list-'))).toHaveLength(350)
  // Each step stores the state, so that its size times the number of requests is written.
  expect(largestState).toBeLessThan(60_000)
})
