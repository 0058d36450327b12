import { beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { stopClock } from '../support/clock.ts'
import { credentialsChecked } from '../support/credentials-checked.ts'
import { readEvents, type EventReader } from '../support/clients/event-streams.ts'
import {
  aboutToken,
  bearer,
  install,
  letPass,
  refresh,
  registerApp,
  type ClientApp,
  type Tokens,
} from '../support/clients/oauth.ts'
import { run } from '../support/clients/operations.ts'
import { trustSso } from '../support/clients/sessions.ts'
import { createTenant, type Headers, type Person, type Tenant } from '../support/fixtures/scenario.ts'
import { connect, subscriptionsOpen, until, type Client } from '../support/clients/sockets.ts'
import { useApp } from '../support/use.ts'

const here = useApp()
/** Another server on the same database, with caches of its own. */
const there = useApp({ beside: here })
let owner: Tenant
let target: Tenant
let client: ClientApp
let tokens: Tokens
let member: Person

beforeEach(async () => {
  // Unchanged credentials are not checked again, and cached ones stay, unless a change is detected.
  stopClock()
  owner = await createTenant(here)
  target = await createTenant(here)
  member = await target.member('member')
  client = await registerApp(here, owner)
  tokens = await install(here, client, target)
})

const EVENTS = 'subscription { events(filter: {types: [POST_CREATED]}) { type } }'
/** Checks of credentials in five seconds. After 15 seconds, also a change that no check sees ends a subscription. */
const FEW = 12
const checked = () => credentialsChecked(async (text) => (await here.database.pool.query(text)).rows)
const admin = () => target.admin.session
const createPost = () =>
  here.call('POST', '/api/v3/feature_requests', { headers: target.key, body: { title: 'x' } })

/** Subscribes over a socket and a stream, and waits for a first event on both. */
async function subscribed(
  headers: Headers,
  at: { url: string },
): Promise<{ socket: Client; stream: EventReader }> {
  const socket = await connect(at, headers)
  socket.subscribe('1', EVENTS)
  const stream = await readEvents(at, EVENTS, headers)
  await subscriptionsOpen(at, 1)
  await createPost()
  await stream.received(1)
  await socket.received(({ type }) => type === 'next')
  await checked()
  expect([socket.closed, stream.ended]).toEqual([null, false])
  return { socket, stream }
}

const token = () => bearer(tokens.access_token)
const installId = async () =>
  (await here.call('GET', '/oauth/installs', { headers: admin() })).body.installs[0].id as number
const CASES: [what: string, headers: () => Headers, act: () => Promise<unknown>][] = [
  ['a token is revoked', token, () => aboutToken(here, 'revoke', client, tokens.access_token)],
  ['a token is replaced', token, () => refresh(here, client, tokens.refresh_token)],
  [
    'an install is removed',
    token,
    async () => here.call('DELETE', `/oauth/installs/${await installId()}`, { headers: admin() }),
  ],
  [
    'an install loses the scope',
    token,
    async () =>
      here.call('PATCH', `/oauth/installs/${await installId()}`, {
        headers: admin(),
        body: { scopes: ['posts:write'] },
      }),
  ],
  [
    'an app is suspended',
    token,
    () => here.call('POST', `/oauth/apps/${client.client_id}/suspend`, { headers: owner.admin.session }),
  ],
  [
    'an API key is revoked',
    () => target.key,
    async () => {
      const { apiKeys } = await run(here, admin(), '{ apiKeys { nodes { id } } }')
      await run(
        here,
        admin(),
        'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }',
        apiKeys.nodes[0],
      )
    },
  ],
  [
    'a member leaves the team',
    () => member.session,
    () =>
      run(
        here,
        admin(),
        'mutation ($id: ID!) { removeTeamMember(input: { id: $id }) { removedTeamMemberId } }',
        { id: `mbr_${member.id}` },
      ),
  ],
]

describe.each(CASES)('ends the subscriptions when %s', (_what, headers, act) => {
  test('over a WebSocket and as a stream', async () => {
    const { socket, stream } = await subscribed(headers(), there)
    for (const status of await statuses(headers())) expect(status).toBe(200)
    await act()
    there.identifications.length = 0
    expect(await until(() => socket.closed !== null && stream.ended)).toBe(true)
    expect(checksOf(there)).toBeLessThan(FEW)
    for (const status of await statuses(headers())) expect([401, 403]).toContain(status)
    expect(socket.closed).toEqual({ code: 4403, reason: 'Forbidden' })
    expect(socket.messages.at(-1)).toMatchObject({ id: '1', type: 'error' })
    const { code, status } = socket.messages.at(-1)?.payload[0].extensions as { code: string; status: number }
    expect([401, 403]).toContain(status)
    expect(stream.events.slice(-2)).toMatchObject([
      { event: 'next', data: { errors: [{ extensions: { code } }] } },
      { event: 'complete' },
    ])
  })
})

const checksOf = ({ identifications }: TestApp) =>
  identifications.filter((text) => text.includes('"credentialRow"')).length

/** The statuses of a read over GraphQL and of one over REST at the other server. */
async function statuses(headers: Headers): Promise<number[]> {
  const graphql = await fetch(`${there.url}/graphql?query={events(first:1){nodes{id}}}`, { headers })
  const { errors } = (await graphql.json()) as { errors?: { extensions: { status: number } }[] }
  const status = errors?.[0]?.extensions.status ?? graphql.status
  // A person also needs the organization's key over REST.
  if (headers['X-Organization']) return [status]
  return [status, (await fetch(`${there.url}/api/v3/feature_requests`, { headers })).status]
}

test('ends the subscriptions of a token that expires', async () => {
  const { socket, stream } = await subscribed(token(), here)
  await letPass(here, 86_401)
  here.identifications.length = 0
  expect((await socket.end()).code).toBe(4403)
  await stream.end()
  expect(checksOf(here)).toBeLessThan(FEW)
})

test('ends the subscriptions of a user token that expires', async () => {
  await trustSso(there, target)
  const { email } = await target.member('member')
  /** A socket with a subscription that has begun before its token expires, or null. */
  const open = async (seconds: number) => {
    const headers = await target.sso({ email, exp: Math.floor(Date.now() / 1000) + seconds })
    try {
      const socket = await connect(there, headers)
      socket.subscribe('1', EVENTS)
      await subscriptionsOpen(there, 1, seconds * 1_000)
      return socket
    } catch {
      return null
    }
  }
  // A busy machine needs a token with a longer lifetime.
  let socket: Client | null = null
  for (let seconds = 3; socket === null; seconds *= 2) socket = await open(seconds)
  expect((await socket.end()).code).toBe(4403)
})

test('rejects an operation whose credential has ended, and closes the socket', async () => {
  const socket = await connect(here, token())
  await aboutToken(here, 'revoke', client, tokens.access_token)
  socket.subscribe('1', '{ __typename }')
  expect(await socket.end()).toEqual({ code: 4403, reason: 'Forbidden' })
  expect(socket.messages.at(-1)).toMatchObject({ type: 'error', payload: [{ extensions: { status: 401 } }] })
})
