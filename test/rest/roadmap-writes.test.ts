import { beforeAll, expect, test } from 'vitest'
import { putGrant } from '../support/fixtures/grants.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const send = (method: string, path = '', body?: unknown, headers = tenant.keyAndAdmin) =>
  app.call(method, `/api/v3/roadmaps${path}`, { headers, body })

let post: number

async function submit(title: string, own = tenant): Promise<number> {
  const { body } = await app.call('POST', '/api/v3/feature_requests', { headers: own.key, body: { title } })
  return body.id
}

beforeAll(async () => {
  post = await submit('Dark mode')
})

test('creates, updates and deletes a roadmap as documented', async () => {
  const created = await send('POST', '', {
    title: ' Winter 2026 ',
    description: 'What we ship',
    is_public: 'false',
    status: 'planned',
    icon: { type: 'emoji', value: '❄️' },
    mode: 'timeline',
    score_type: 'votes',
    archived: 1,
    kanban_view_group: 'quarter',
    start_date: '2026-10-01',
    end_date: '24 Dec 2026',
  })
  const { id } = created.body
  expect(created).toMatchObject({
    status: 201,
    body: {
      title: 'Winter 2026',
      slug: 'winter-2026',
      description: 'What we ship',
      is_public: false,
      status: 'planned',
      icon: { type: 'emoji', value: '❄️' },
      mode: 'timeline',
      score_type: 'votes',
      score: 0,
      archived: true,
      kanban_view_group: 'quarter',
      start_date: '2026-10-01T00:00:00.000Z',
      end_date: '2026-12-24T00:00:00.000Z',
      user: { id: tenant.admin.id },
    },
  })
  expect((await send('GET', `/${id}`)).body).toEqual(created.body)
  const renamed = await send('PUT', `/${id}`, { title: 'Spring', end_date: null, start_date: 1795251000 })
  expect(renamed).toMatchObject({ status: 200 })
  expect(renamed.body).toEqual({
    ...created.body,
    title: 'Spring',
    start_date: '2026-11-21T08:50:00.000Z',
    end_date: null,
  })
  const patched = await send('PATCH', `/${id}`, { status: 'in_progress' })
  expect(patched.body).toEqual({ ...renamed.body, status: 'in_progress' })
  expect((await send('PUT', `/${id}`, {})).body).toEqual(patched.body)
  expect((await send('DELETE', `/${id}`)).body).toEqual({ success: true, message: 'Roadmap deleted' })
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', {}],
    ['PATCH', {}],
    ['DELETE', undefined],
  ] as const)
    expect(await send(method, `/${id}`, body)).toMatchObject({
      status: 404,
      body: { error: 'ERROR_CODE_NOT_FOUND', message: 'Roadmap not found' },
    })
  expect((await send('POST', '', { title: 'Plain' })).body).toMatchObject({
    is_public: true,
    status: 'backlog',
    mode: 'kanban',
    end_date: null,
  })
})

test('refuses invalid fields by name, and stores nothing', async () => {
  const { body: roadmap } = await send('POST', '', { title: 'Kept', start_date: '2026-10-01' })
  const before = (await send('GET', '?per_page=100')).body
  const faults: [object, number, string][] = [
    [{ title: ' ' }, 422, 'title'],
    [{ status: 'done' }, 400, 'status'],
    [{ icon: 'emoji' }, 400, 'icon'],
    [{ icon: { type: 5, value: 'x' } }, 400, 'icon.type'],
    [{ icon: { type: 'emoji' } }, 422, 'icon.value'],
    [{ start_date: '01/02/2027' }, 400, 'start_date'],
    [{ end_date: '2026-09-30' }, 422, 'end_date'],
  ]
  for (const [fields, status, field] of faults)
    for (const [method, path, given] of [
      ['POST', '', { title: 'New', start_date: '2026-10-01', ...fields }],
      ['PUT', `/${roadmap.id}`, fields],
    ] as const) {
      const refused = await send(method, path, given)
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([status, [field]])
    }
  expect((await send('GET', '?per_page=100')).body).toEqual(before)
})

test('adds posts to a roadmap, lists them in its order and removes them', async () => {
  const { body: roadmap } = await send('POST', '', { title: 'Posts' })
  const path = `/${roadmap.id}/feature_requests`
  const others = [await submit('Two'), await submit('Three')]
  const added = await send('POST', path, { feature_request_id: post })
  expect(added.status).toBe(201)
  const one = await app.call('GET', `/api/v3/feature_requests/${post}`, { headers: tenant.key })
  expect(added.body).toEqual(one.body)
  for (const id of [...others, post]) await send('POST', path, { feature_request_id: String(id) })
  const list = await send('GET', path, undefined, tenant.key)
  expect(list.body.feature_requests[0]).toEqual(one.body)
  expect(list.body.feature_requests.map(({ id }: { id: number }) => id)).toEqual([post, ...others])
  const page = await send('GET', `${path}?per_page=2`, undefined, tenant.key)
  expect([page.body.feature_requests.length, page.headers.get('link')]).toEqual([
    2,
    expect.stringContaining(`${path}?per_page=2&page=2`),
  ])
  expect((await send('GET', `${path}?page=5`)).body.feature_requests).toEqual([])
  for (const target of [path, `${path}?feature_request_id=${others[0]}`]) {
    const body = target === path ? { feature_request_id: post } : undefined
    for (let round = 0; round < 2; round++)
      expect((await send('DELETE', target, body)).body).toEqual({
        success: true,
        message: 'Feature request removed from the roadmap',
      })
  }
  expect((await send('GET', path)).body.feature_requests.map(({ id }: { id: number }) => id)).toEqual([
    others[1],
  ])
  for (const method of ['POST', 'DELETE'])
    expect(await send(method, path, {})).toMatchObject({
      status: 422,
      body: { error: 'ERROR_CODE_MISSING_PARAM', errors: { feature_request_id: ["can't be blank"] } },
    })
})

test('only team members write, tokens only read, and customers see public roadmaps and posts', async () => {
  const [own, owner] = [await createTenant(app), await createTenant(app)]
  const { body: roadmap } = await send('POST', '', { title: 'Inner', is_public: false }, own.keyAndAdmin)
  const inner = await submit('Inner', own)
  const customer = { ...own.key, ...(await own.sso({ email: 'customer@people.example' })) }
  const { token } = await putGrant(app, owner, own, { scopes: ['roadmap:read'] })
  const path = `/${roadmap.id}/feature_requests`
  await send('POST', path, { feature_request_id: inner }, own.keyAndAdmin)
  const writes = [
    ['POST', '', { title: 'Mine' }],
    ['PUT', `/${roadmap.id}`, { title: 'Mine' }],
    ['PATCH', `/${roadmap.id}`, { title: 'Mine' }],
    ['DELETE', `/${roadmap.id}`, undefined],
    ['POST', path, { feature_request_id: inner }],
    ['DELETE', path, { feature_request_id: inner }],
  ] as const
  for (const [headers, status] of [
    [own.key, 401],
    [customer, 403],
    [token, 403],
  ] as const)
    for (const [method, at, body] of writes)
      expect((await send(method, at, body, headers)).status).toBe(status)
  expect((await send('GET', path, undefined, token)).body.feature_requests).toHaveLength(1)
  expect((await send('GET', path, undefined, customer)).status).toBe(404)
  await send('PUT', `/${roadmap.id}`, { is_public: true }, own.keyAndAdmin)
  expect((await send('GET', path, undefined, customer)).body.feature_requests).toHaveLength(1)
  const member = await own.member('csm')
  expect((await send(...writes[0], { ...own.key, ...member.session })).status).toBe(201)
})

test("treats another organization's roadmaps and posts as unknown", async () => {
  const other = await createTenant(app)
  const { body: theirs } = await send('POST', '', { title: 'Theirs' }, other.keyAndAdmin)
  const { body: ours } = await send('POST', '', { title: 'Ours' })
  const foreign = await submit('Theirs', other)
  for (const [method, id, suffix, body] of [
    ['PUT', theirs.id, '', {}],
    ['PATCH', theirs.id, '', {}],
    ['DELETE', theirs.id, '', undefined],
    ['GET', theirs.id, '/feature_requests', undefined],
    ['POST', theirs.id, '/feature_requests', { feature_request_id: post }],
    ['DELETE', theirs.id, '/feature_requests', { feature_request_id: post }],
  ] as const) {
    const refused = await send(method, `/${id}${suffix}`, body)
    const unknown = await send(method, `/2147483647${suffix}`, body)
    expect([refused.status, refused.body]).toEqual([404, unknown.body])
  }
  for (const id of [foreign, 2_147_483_647, 0])
    expect(await send('POST', `/${ours.id}/feature_requests`, { feature_request_id: id })).toMatchObject({
      status: 422,
      body: { error: 'ERROR_CODE_INVALID_PARAM', errors: { feature_request_id: ['does not exist'] } },
    })
})
