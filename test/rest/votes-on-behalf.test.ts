import { beforeAll, expect, test } from 'vitest'
import { customers } from '../support/fixtures/people.ts'
import { postPeopleCalls, POSTS, VOTES, type PostPeopleCalls } from '../support/fixtures/post-people.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let stranger: Tenant
let customer: Headers
let { call, submit, tokenWith, votersOf, subscribersOf, countOfPeople } = {} as PostPeopleCalls

beforeAll(async () => {
  stranger = await createTenant(app)
  ;({ call, submit, tokenWith, votersOf, subscribersOf, countOfPeople } = postPeopleCalls(
    app,
    tenant,
    stranger,
  ))
  const { cat } = await customers(app, tenant, 'cat')
  customer = { ...tenant.key, ...cat }
})

test('a vote on behalf of a person counts once, changes direction and can be removed', async () => {
  const id = await submit('On the phone')
  const counts = { id, slug: 'on-the-phone', title: 'On the phone', url: expect.stringContaining('/p/') }
  for (const email of ['New@Caller.example', 'new@caller.example'])
    expect(await call('POST', VOTES, { feature_request_id: id, by_email: email, name: 'Nia' })).toMatchObject(
      {
        status: 201,
        body: {
          success: true,
          vote: 'up',
          feature_request: { ...counts, votes_count: 2, downvotes_count: 0 },
        },
      },
    )
  const down = { feature_request_id: String(id), by_email: 'new@caller.example', vote: 'down' }
  expect((await call('POST', VOTES, down)).body).toEqual({
    success: true,
    vote: 'down',
    feature_request: { ...counts, votes_count: 1, downvotes_count: 1 },
  })
  expect(await votersOf(id)).toEqual([
    [tenant.admin.email, 'up'],
    ['new@caller.example', 'down'],
  ])
  expect(await countOfPeople('new@caller.example')).toBe(1)
  for (let time = 0; time < 2; time++)
    expect(await call('DELETE', VOTES, { feature_request_id: id, by_email: 'NEW@caller.example' })).toEqual(
      expect.objectContaining({
        status: 200,
        body: {
          success: true,
          message: 'Vote deleted',
          feature_request: { ...counts, votes_count: 1, downvotes_count: 0 },
        },
      }),
    )
  const query = `?feature_request_id=${id}&by_email=nobody%40nowhere.example`
  expect((await call('DELETE', VOTES + query)).body.feature_request.votes_count).toBe(1)
  expect(await countOfPeople('nobody@nowhere.example')).toBe(0)
})

test('the voter is email, else by_email, else the actor of a token', async () => {
  const id = await submit('Whose vote')
  await call('POST', VOTES, {
    feature_request_id: id,
    by_email: tenant.admin.email,
    email: 'voter@two.example',
  })
  const token = await tokenWith('votes:write')
  await call('POST', VOTES, { feature_request_id: id, vote: 'down' }, token)
  await call('POST', VOTES, { feature_request_id: id, by_email: 'token@two.example', email: ' ' }, token)
  const voters = await votersOf(id)
  expect(voters).toHaveLength(4)
  expect(voters).toContainEqual(['voter@two.example', 'up'])
  expect(voters).toContainEqual(['token@two.example', 'up'])
  expect(voters.filter(([, vote]) => vote === 'down')).toHaveLength(1)
  for (const method of ['POST', 'DELETE'])
    expect(await call(method, VOTES, { feature_request_id: id, by_email: '' })).toMatchObject({
      status: 422,
      body: { error: 'ERROR_CODE_MISSING_PARAM', errors: { by_email: ["can't be blank"] } },
    })
  expect((await call('DELETE', VOTES, { feature_request_id: id }, token)).status).toBe(200)
  expect(await votersOf(id, '?vote=down')).toEqual([])
})

test('a bot has one address, which votes, follows and filters as the bot, and which no person can have', async () => {
  const id = await submit('By a machine')
  const token = await tokenWith('votes:write')
  const bot = (await app.call('GET', '/api/v3/session_info', { headers: token })).body.user
  expect(bot.email).toBe(`bot+${bot.id}@bots.invalid`)
  const votes: [body: object, vote: string][] = [
    [{}, 'up'],
    [{ by_email: bot.email.toUpperCase() }, 'down'],
    [{ email: bot.email }, 'up'],
  ]
  for (const [body, vote] of votes) {
    expect((await call('POST', VOTES, { feature_request_id: id, vote, ...body }, token)).status).toBe(201)
    expect(await votersOf(id)).toEqual([
      [tenant.admin.email, 'up'],
      [bot.email, vote],
    ])
  }
  await call('POST', `${POSTS}/${id}/subscribers`, { email: bot.email })
  expect(await subscribersOf(id)).toContain(bot.email)
  const found = await call('GET', `${POSTS}?interactor_emails[]=${encodeURIComponent(bot.email)}`)
  expect(found.body.feature_requests.map((post: { id: number }) => post.id)).toContain(id)
  const stranger = 'bot+2147483000@bots.invalid'
  for (const by_email of [stranger, `bot+${tenant.admin.id}@bots.invalid`])
    expect(await call('POST', VOTES, { feature_request_id: id, by_email })).toMatchObject({
      status: 422,
      body: { errors: { by_email: ['does not belong to a bot of the organization'] } },
    })
  for (const [path, email] of [
    ['customers', bot.email],
    ['customers', 'me@sub.bots.invalid'],
    ['teams', stranger],
  ])
    expect((await call('POST', `/api/v3/${path}`, { email, role: 'member' })).status).toBe(400)
  const sso = await tenant.sso({ email: 'me@bots.invalid' })
  expect((await call('GET', '/api/v3/session_info', undefined, { ...tenant.key, ...sso })).status).toBe(401)
  expect(await countOfPeople('me@bots.invalid')).toBe(0)
  expect((await call('DELETE', VOTES, { feature_request_id: id, by_email: bot.email })).status).toBe(200)
  expect(await votersOf(id)).toEqual([[tenant.admin.email, 'up']])
})

test('impossible votes are rejected and change nothing', async () => {
  const id = await submit('Not this way')
  const [child, foreign] = [await submit('Merged away'), await submit('Elsewhere', stranger)]
  await call('POST', `${POSTS}/${id}/merge_posts`, { child_feature_request_ids: [child] })
  const before = await votersOf(id)
  const by = { by_email: 'late@votes.example' }
  for (const unknown of [foreign, 2_147_483_000, 0])
    for (const method of ['POST', 'DELETE'])
      expect(await call(method, VOTES, { feature_request_id: unknown, ...by })).toMatchObject({
        status: 422,
        body: { errors: { feature_request_id: ['does not exist'] } },
      })
  const attempts: [body: object, status: number, errors: object][] = [
    [
      { feature_request_id: child, ...by },
      422,
      { feature_request_id: ['is merged into another feature request'] },
    ],
    [{ feature_request_id: id, by_email: 'late' }, 400, { by_email: ['is invalid'] }],
    [{ feature_request_id: id, ...by, email: 'late' }, 400, { email: ['is invalid'] }],
    [{ feature_request_id: id, ...by, vote: 'sideways' }, 400, { vote: ['is not included in the list'] }],
    [by, 422, { feature_request_id: ["can't be blank"] }],
  ]
  for (const [body, status, errors] of attempts)
    expect(await call('POST', VOTES, body)).toMatchObject({ status, body: { errors } })
  const body = { feature_request_id: id, ...by }
  expect((await call('POST', VOTES, body, tenant.key)).status).toBe(401)
  expect((await call('POST', VOTES, body, customer)).status).toBe(403)
  expect((await call('POST', VOTES, body, await tokenWith('votes:read', 'posts:write'))).body).toEqual({
    message: 'Missing required OAuth scope: votes:write',
    status: 403,
    success: false,
  })
  expect(await votersOf(id)).toEqual(before)
  expect(await countOfPeople('late@votes.example')).toBe(0)
})
