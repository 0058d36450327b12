import { assertSame, forEach, skipUnless, type Chapter } from '../check.ts'
import type { Body } from '../client.ts'
import { assertField, assertRefused } from '../refusals.ts'
import type { Target } from '../target.ts'

const POSTS = '/api/v3/feature_requests'

/** Contract 2.1: where parameters are sent, and in which spellings. */
export const parameters: Chapter = {
  name: 'parameters',
  section: '2.1',
  checks: () => [
    { name: 'A list in a query has four equal encodings', run: readEncodings },
    { name: 'A list in a query may encode its brackets', run: readEncodedBrackets },
    { name: 'A key in brackets that is no index is refused', run: refuseKeys },
    { name: 'Booleans are true, false, 1 and 0', run: readBooleans },
    { name: 'A value that is no boolean is refused', run: refuseBooleans },
    { name: 'Empty values of optional filters filter nothing', run: readEmptyFilters },
    { name: 'Unknown parameters are ignored', run: ignoreUnknown },
    { name: 'An unknown value of sort selects the default order', run: sortByDefault },
    { name: 'An unknown value of a known parameter is refused with 400 and its field', run: refuseUnknown },
    { name: 'A text with NUL is refused', run: refuseNul },
  ],
}

const idsOf = (rows: Body[]) => rows.map(({ id }) => id as number)
const idsAt = async ({ rows }: Target, query: string) => idsOf(await rows(POSTS, query))

/** Two tags of posts. */
async function twoTags({ rows }: Target): Promise<[number, number]> {
  const posts = await rows(POSTS)
  const tags = new Set(posts.flatMap((post) => idsOf((post.tags ?? []) as Body[])))
  const [one, other] = [...tags]
  skipUnless(one !== undefined && other !== undefined, 'the posts have fewer than two tags')
  return [one, other]
}

async function readEncodings(target: Target): Promise<void> {
  const [one, other] = await twoTags(target)
  const expected = await idsAt(target, `per_page=100&tag_ids=${one},${other}`)
  await forEach(
    [
      `tag_ids[]=${one}&tag_ids[]=${other}`,
      `tag_ids[0]=${one}&tag_ids[1]=${other}`,
      `tag_ids=${one}&tag_ids=${other}`,
    ],
    async (query) => assertSame(query, await idsAt(target, `per_page=100&${query}`), expected),
  )
}

async function readEncodedBrackets(target: Target): Promise<void> {
  const [one, other] = await twoTags(target)
  const query = `per_page=100&tag_ids%5B%5D=${one}&tag_ids%5B%5D=${other}`
  assertSame(query, await idsAt(target, query), await idsAt(target, `per_page=100&tag_ids=${one},${other}`))
}

async function refuseKeys({ call }: Target): Promise<void> {
  await forEach(['tag_ids[a]=1', 'bucket_id[id]=1', 'page[0]=1'], async (query) => {
    assertRefused(await call('GET', POSTS, { query }), 400, 'ERROR_CODE_INVALID_PARAM')
  })
}

async function readBooleans(target: Target): Promise<void> {
  const withPrivate = async (value: string) =>
    idsOf(await target.rows(POSTS, {}, { headers: { 'ALLOW-PRIVATE': value } }))
  assertSame('ALLOW-PRIVATE: 1', await withPrivate('1'), await withPrivate('true'))
  assertSame('ALLOW-PRIVATE: 0', await withPrivate('0'), await withPrivate('false'))
}

async function refuseBooleans({ call }: Target): Promise<void> {
  const answer = await call('GET', POSTS, { headers: { 'ALLOW-PRIVATE': 'perhaps' } })
  assertRefused(answer, 400, 'ERROR_CODE_INVALID_PARAM')
}

async function readEmptyFilters(target: Target): Promise<void> {
  const all = await idsAt(target, '')
  await forEach(
    [
      'tag_ids=',
      'tag_ids[]=&states=',
      'approval_status=&sort=&q=',
      'bucket_id=&page=&per_page=',
      'from_date=&to_date=',
    ],
    async (query) => assertSame(query, await idsAt(target, query), all),
  )
}

async function ignoreUnknown(target: Target): Promise<void> {
  const all = await idsAt(target, '')
  await forEach(['status=open&order=asc&board_id=1', 'filter[a][b]=1'], async (query) =>
    assertSame(query, await idsAt(target, query), all),
  )
}

async function sortByDefault(target: Target): Promise<void> {
  assertSame('sort=votes_count', await idsAt(target, 'sort=votes_count'), await idsAt(target, ''))
}

async function refuseUnknown({ call }: Target): Promise<void> {
  await forEach(
    ['bucket_id=abc', 'approval_status=maybe', 'tag_ids[]=x', 'page=1.5', 'states=no_status_of_anyone'],
    async (query) => {
      const answer = await call('GET', POSTS, { query })
      assertRefused(answer, 400, 'ERROR_CODE_INVALID_PARAM')
      assertField(answer, query.split(/[=[]/)[0] ?? '')
    },
  )
}

async function refuseNul({ call }: Target): Promise<void> {
  assertRefused(await call('GET', POSTS, { query: 'q=a%00b' }), 400, 'ERROR_CODE_INVALID_PARAM')
}
