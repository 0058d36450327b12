import { beforeAll, expect, test } from 'vitest'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const POSTS = '/api/v3/feature_requests'
let tags: number[]

beforeAll(async () => {
  tags = []
  for (const name of ['one', 'two', 'three'])
    tags.push((await app.call('POST', '/api/v3/tags', { headers: tenant.key, body: { name } })).body.tag.id)
  for (const id of tags)
    await app.call('POST', POSTS, { headers: tenant.key, body: { title: `tagged ${id}`, tag_ids: [id] } })
})

const titles = async (query: string) => {
  const { status, body } = await app.call('GET', `${POSTS}?${query}`, { headers: tenant.key })
  expect(status, query).toBe(200)
  return (body.feature_requests as { title: string }[]).map(({ title }) => title).sort()
}

test.each([
  'tag_ids[0]=1&tag_ids[1]=2',
  'tag_ids%5B0%5D=1&tag_ids%5B1%5D=2',
  'tag_ids[5]=1&tag_ids[77]=2',
  'tag_ids[]=1&tag_ids[]=2',
  'tag_ids=1&tag_ids=2',
  'tag_ids=1,2',
  'tag_ids[]=1,2',
  'tag_ids=1&tag_ids[]=2',
  'tag_ids[0]=1&tag_ids=2',
  'tag_ids[0]=&tag_ids[1]=1&tag_ids[2]=2',
])('%s filters by two tags', async (query) => {
  const sent = query.replaceAll(/(?<=[=,])[12]/g, (number) => String(tags[Number(number) - 1]))
  expect(await titles(sent)).toEqual([`tagged ${tags[0]}`, `tagged ${tags[1]}`])
})

test('reads a filter behind 1,000 other parameters', async () => {
  expect(await titles(`${'x&'.repeat(1_000)}tag_ids[]=${tags[0]}`)).toEqual([`tagged ${tags[0]}`])
})

test.each([
  'tag_ids[a]=1',
  'tag_ids[0][]=1',
  'tag_ids[0][id]=1',
  'tag_ids[]=x',
  'tag_ids[0]=x',
  'tag_ids=1&tag_ids[a]=1',
  'page[0]=1',
  'page[]=1',
  'bucket_id[id]=1',
  'tag_ids=1|2',
  'tag_ids=[1,2]',
])('refuses %s instead of a list without this filter', async (query) => {
  const { status, body } = await app.call('GET', `${POSTS}?${query}`, { headers: tenant.key })
  expect({ status, error: body.error }).toEqual({ status: 400, error: 'ERROR_CODE_INVALID_PARAM' })
  expect(Object.keys(body.errors)).toEqual([query.split(/[[=]/)[0]])
})

test.each([
  'tag_ids=',
  'tag_ids[]=',
  'tag_ids[0]=&tag_ids[1]=',
  'states=&submitter_emails[]=',
  'approval_status=',
  'from_date=&to_date=',
  'bucket_id=&page=&per_page=&sort=&q=',
  'unknown[a]=1&unknown[b][c]=2&__proto__[x]=1&constructor[y]=2&[]=3&[0]=4',
])('%s filters nothing', async (query) => {
  expect(await titles(query)).toHaveLength(3)
})

test('a write may name its list in the query in each of these encodings', async () => {
  const query = `title=queried&tag_ids[1]=${tags[1]}&tag_ids[0]=${tags[0]}`
  const { status, body } = await app.call('POST', `${POSTS}?${query}`, { headers: tenant.key })
  expect(status).toBe(201)
  expect((body.tags as { id: number }[]).map(({ id }) => id).sort()).toEqual([tags[0], tags[1]])
})

test('a list of several pages links to its neighbours, and to its ends where they are known', async () => {
  const rels = async (page: number) => {
    const { headers } = await app.call('GET', `/api/v3/tags?per_page=1&page=${page}`, { headers: tenant.key })
    const links = (headers.get('Link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)
    return Object.fromEntries(
      [...links].map(([, url, rel]) => [rel, new URL(url ?? '').searchParams.get('page')]),
    )
  }
  expect(await rels(1)).toEqual({ next: '2' })
  expect(await rels(2)).toEqual({ next: '3', prev: '1', first: '1' })
  expect(await rels(3)).toEqual({ prev: '2', first: '1', last: '3' })
  expect(await rels(5)).toEqual({ first: '1' })
  const { headers } = await app.call('GET', '/api/v3/tags', { headers: tenant.key })
  expect(headers.get('Link')).toBeNull()
})

test('a long address of a later page is linked to the next page only', async () => {
  for (const [length, rels] of [
    [3_000, ['next', 'prev', 'first']],
    [6_000, ['next']],
  ] as const) {
    const path = `/api/v3/tags?per_page=1&page=2&note=${'x'.repeat(length)}`
    const { headers } = await app.call('GET', path, { headers: tenant.key })
    const found = [...(headers.get('Link') ?? '').matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel)
    expect(found).toEqual(rels)
  }
})

test.each([
  ['GET', `${POSTS}?q=caf%E9`, 'q'],
  ['GET', `${POSTS}?submitter_emails[]=a@b.example&submitter_emails[]=%FF@b.example`, 'submitter_emails'],
  ['GET', '/api/v3/customers?label=%C3%28', 'label'],
  ['POST', `${POSTS}?title=Caf%E9`, 'title'],
  ['POST', '/api/v3/tags?name=100%25+%ED%A0%80', 'name'],
])('%s %s is refused, because its text is not UTF-8', async (method, path, field) => {
  const { status, body } = await app.call(method, path, { headers: tenant.key })
  expect(status).toBe(400)
  expect(body.error).toBe('ERROR_CODE_INVALID_PARAM')
  expect(body.errors).toEqual({ [field]: ['is not valid Unicode'] })
})

test.each([
  'unknown=%E9&sort=%E9',
  'q=%EF%BF%BD',
  'q=%EF%BF%BD&unknown=%FF',
  'q=100%',
  'q=%zz+%',
  'q=caf%C3%A9&unknown=%E9',
])('%s is read: unknown parameters are ignored, and other percent signs are text', async (query) => {
  const { status } = await app.call('GET', `${POSTS}?${query}`, { headers: tenant.key })
  expect(status).toBe(200)
})

test('a state that is not UTF-8 is refused, because it could not be returned as sent', async () => {
  const query = 'client_id=foapp_none&redirect_uri=https://a.example/&state=%FF'
  const { status, body } = await app.call('GET', `/oauth/authorize?${query}`, {
    headers: { ...tenant.admin.session, 'X-Organization': tenant.organization.slug },
  })
  expect([status, body.error, body.errors]).toEqual([
    400,
    'invalid_request',
    { state: ['is not valid Unicode'] },
  ])
})
