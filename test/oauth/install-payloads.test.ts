import { beforeAll, expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { putApp, putInstall } from '../support/fixtures/grants.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const owner = useTenant(app)
const target = useTenant(app)
let databaseId: number
let id: string

beforeAll(async () => {
  const client = await putApp(app, owner)
  const install = await putInstall(app, client, target, { scopes: ['posts:read', 'tags:read'] })
  databaseId = install.id
  id = `ins_${databaseId}`
})

const admin = () => target.admin.session
const NARROW = `mutation ($input: NarrowInstallInput!) {
  narrowInstall(input: $input) { install { scopes updatedAt } oauthError { code } errors { code field } }
}`

test('node and install find an install for admins of its organization alone', async () => {
  const query = `query ($id: ID!, $by: InstallBy!) {
    node(id: $id) { id ... on Install { databaseId app { clientId } } } install(by: $by) { id scopes actorMode }
  }`
  for (const by of [{ id }, { databaseId }])
    expect(await run(app, admin(), query, { id, by })).toEqual({
      node: { id, databaseId, app: { clientId: expect.any(String) as string } },
      install: { id, scopes: ['POSTS_READ', 'TAGS_READ'], actorMode: 'APP' },
    })
  const unseen = { node: null, install: null }
  expect(await run(app, owner.admin.session, query, { id, by: { id } })).toEqual(unseen)
  const { session } = await target.member('member')
  expect(await run(app, session, 'query ($id: ID!) { node(id: $id) { id } }', { id })).toEqual({ node: null })
  expect(await refusal(app, admin(), query, { id, by: { id: 'app_1' } })).toMatchObject({
    code: 'INVALID_PARAM',
  })
})

test('narrowing is refused as data for wider scopes, no change, nulls and a changed install', async () => {
  const narrow = async (input: object) =>
    (await app.graphql(NARROW, { input: { id, ...input } }, admin())).body.data.narrowInstall
  const refused: [object, string, string | null, string[] | null][] = [
    [{ scopes: ['POSTS_WRITE'] }, 'INVALID_PARAM', 'INVALID_SCOPE', ['scopes']],
    [{}, 'UNPROCESSABLE', null, null],
    [{ scopes: null }, 'INVALID_PARAM', null, ['scopes']],
    [{ id: 'ins_2147483000', scopes: [] }, 'NOT_FOUND', null, null],
    [{ id: 'tag_1', scopes: [] }, 'INVALID_PARAM', null, ['id']],
    [{ scopes: [], ifUnchangedSince: '2020-01-01T00:00:00Z' }, 'CONFLICT', null, ['ifUnchangedSince']],
  ]
  for (const [input, code, oauthError, field] of refused)
    expect(await narrow(input)).toEqual({
      install: null,
      oauthError: oauthError && { code: oauthError },
      errors: [{ code, field }],
    })
  expect((await narrow({ scopes: ['TAGS_READ'] })).install).toMatchObject({ scopes: ['TAGS_READ'] })
})

test('REST refuses an unknown scope only after it has found the install', async () => {
  const patch = (path: string, scopes: string[]) =>
    app.call('PATCH', `/oauth/installs/${path}`, { headers: admin(), body: { scopes } })
  expect(await patch(String(databaseId), ['posts:fly'])).toMatchObject({
    status: 400,
    body: { error: 'invalid_scope', message: '"scopes" can only be narrowed.' },
  })
  expect(await patch('2147483000', ['posts:fly'])).toMatchObject({
    status: 404,
    body: { error: 'not_found' },
  })
  const own = await app.call('GET', '/oauth/installs', { headers: admin() })
  expect(own.body.installs).toMatchObject([{ scopes: ['tags:read'] }])
})

test('a revoked install is no longer found', async () => {
  const revoke = 'mutation ($id: ID!) { revokeInstall(input: { id: $id }) { revokedInstallId } }'
  expect((await run(app, admin(), revoke, { id })).revokeInstall).toMatchObject({ revokedInstallId: id })
  expect(await run(app, admin(), 'query ($id: ID!) { node(id: $id) { id } }', { id })).toEqual({ node: null })
  expect(await refusal(app, admin(), revoke, { id })).toMatchObject({ code: 'NOT_FOUND' })
})
