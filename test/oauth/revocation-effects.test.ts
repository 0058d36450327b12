import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import {
  aboutToken,
  bearer,
  exchange,
  newCode,
  refresh,
  registerApp,
  type ClientApp,
  type Tokens,
} from '../support/clients/oauth.ts'
import { run } from '../support/clients/operations.ts'
import { createTenant, type Person, type Tenant } from '../support/fixtures/scenario.ts'

let here: TestApp
let there: TestApp
let owner: Tenant
let target: Tenant
let client: ClientApp
let person: Person
let tokens: Tokens

beforeAll(async () => {
  here = await startApp()
  there = await startApp({ beside: here })
})
afterAll(async () => {
  await there.stop()
  await here.stop()
})

beforeEach(async () => {
  owner = await createTenant(here)
  target = await createTenant(here)
  person = await target.member('admin')
  client = await registerApp(here, owner)
  const code = await newCode(here, client, target, { actor: 'self' }, person.session)
  tokens = (await exchange(here, client, code)).body
})

/** The statuses of a token's reads and writes over REST and GraphQL at one process. */
async function statuses(app: TestApp): Promise<number[]> {
  const headers = bearer(tokens.access_token)
  const asked = await Promise.all([
    app.call('GET', '/api/v3/feature_requests', { headers }),
    app.call('POST', '/api/v3/feature_requests', { headers, body: { title: 'x' } }),
    app.graphql('{ posts { nodes { id } } }', {}, headers),
  ])
  const mutation = await app.graphql(
    'mutation { createPost(input: { title: "x" }) { post { id } } }',
    {},
    headers,
  )
  const refused = mutation.body.errors?.[0].extensions.status as number | undefined
  return [...asked.map(({ status }) => status), refused ?? mutation.status]
}

const OPEN = [200, 201, 200, 200]
const CLOSED = [401, 401, 401, 401]
const READ_ONLY = [200, 403, 200, 403]

const admin = () => target.admin.session
const CHANGES: [name: string, after: number[], change: () => Promise<unknown>][] = [
  ['a token', CLOSED, () => aboutToken(here, 'revoke', client, tokens.access_token)],
  ['a refresh token', CLOSED, () => aboutToken(here, 'revoke', client, tokens.refresh_token)],
  ['a rotated token', CLOSED, () => refresh(here, client, tokens.refresh_token)],
  [
    'an install',
    CLOSED,
    async () => {
      const { body } = await here.call('GET', '/oauth/installs', { headers: admin() })
      await here.call('DELETE', `/oauth/installs/${body.installs[0].id}`, { headers: admin() })
    },
  ],
  [
    'a scope of the install',
    READ_ONLY,
    async () => {
      const { body } = await here.call('GET', '/oauth/installs', { headers: admin() })
      const path = `/oauth/installs/${body.installs[0].id}`
      await here.call('PATCH', path, { headers: admin(), body: { scopes: ['posts:read'] } })
    },
  ],
  [
    'an app, suspended',
    CLOSED,
    () => here.call('POST', `/oauth/apps/${client.client_id}/suspend`, { headers: owner.admin.session }),
  ],
  [
    'an app, deleted',
    CLOSED,
    () => here.call('DELETE', `/oauth/apps/${client.client_id}`, { headers: owner.admin.session }),
  ],
  [
    'a declared scope of the app',
    READ_ONLY,
    () =>
      here.call('PATCH', `/oauth/apps/${client.client_id}`, {
        headers: owner.admin.session,
        body: { declared_scopes: ['posts:read'] },
      }),
  ],
  [
    'a role',
    READ_ONLY,
    () =>
      run(
        here,
        admin(),
        'mutation ($id: ID!) { updateTeamMember(input: { id: $id, role: COLLABORATOR }) { teamMember { id } } }',
        {
          id: `mbr_${person.id}`,
        },
      ),
  ],
  [
    'a membership',
    CLOSED,
    () =>
      run(
        here,
        admin(),
        'mutation ($id: ID!) { removeTeamMember(input: { id: $id }) { removedTeamMemberId } }',
        { id: `mbr_${person.id}` },
      ),
  ],
]

describe('applies a revocation at once in its own process, and in every other one when its cache expires', () => {
  test.each(CHANGES)('%s', async (_what, after, change) => {
    expect([await statuses(here), await statuses(there)]).toEqual([OPEN, OPEN])
    await change()
    expect(await statuses(here)).toEqual(after)
    await expect.poll(() => statuses(there)).toEqual(after)
  })
})

test("restores a token's permissions with the person's role", async () => {
  const role = (role: string) =>
    run(
      here,
      admin(),
      'mutation ($id: ID!, $role: TeamRole!) { updateTeamMember(input: { id: $id, role: $role }) { teamMember { id } } }',
      {
        id: `mbr_${person.id}`,
        role,
      },
    )
  await role('CSM')
  expect(await statuses(here)).toEqual(READ_ONLY)
  await role('ADMIN')
  expect(await statuses(here)).toEqual(OPEN)
})
