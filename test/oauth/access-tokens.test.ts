import { expect, test } from 'vitest'
import { CACHE_TTL_MS } from '../../src/auth/access-token.ts'
import { newSecret } from '../../src/lib/crypto/secret.ts'
import { advanceClock, stopClock } from '../support/clock.ts'
import { putApp, putGrant, putInstall, putToken } from '../support/fixtures/grants.ts'
import { letPass } from '../support/clients/oauth.ts'
import { refusal, run } from '../support/clients/operations.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const owner = useTenant(app)
const target = useTenant(app)

const posts = (headers: Headers) => app.call('GET', '/api/v3/feature_requests', { headers })
const write = (headers: Headers) =>
  app.call('POST', '/api/v3/feature_requests', { headers, body: { title: 'From an app' } })

/** Expects 401 with the challenge of RFC 6750 from GraphQL and REST, and the documented body from REST. */
async function expectRefusedEverywhere(headers: Headers): Promise<void> {
  const rest = await posts(headers)
  expect(rest).toMatchObject({ status: 401, body: { success: false, error: 'ERROR_CODE_UNAUTHORIZED' } })
  expect(rest.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  const graphql = await app.graphql('{ posts { nodes { id } } }', {}, headers)
  expect(graphql.status).toBe(401)
  expect(graphql.body.errors[0].extensions).toMatchObject({ code: 'UNAUTHORIZED', status: 401 })
  expect(graphql.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  const before = await count()
  expect((await write(headers)).status).toBe(401)
  expect(await count()).toBe(before)
}

const count = async () => Number((await app.database.pool.query('select count(*) from posts')).rows[0].count)

test('a token grants access to its organization and to no other', async () => {
  const { token } = await putGrant(app, owner, target)
  await app.call('POST', '/api/v3/feature_requests', { headers: target.key, body: { title: 'Ours' } })
  await app.call('POST', '/api/v3/feature_requests', { headers: owner.key, body: { title: 'Theirs' } })
  const answer = await posts({ ...token, 'X-Organization': owner.organization.slug })
  expect(answer.body.feature_requests.map(({ title }: { title: string }) => title)).toEqual(['Ours'])
})

test("attributes the writes of an app as itself to its bot, a user with the app's name, the address of a bot and no role", async () => {
  const { token, install } = await putGrant(app, owner, target)
  const { body } = await write(token)
  expect(body.submitter).toEqual({ name: 'Roadmap Sync' })
  const { post } = await run(
    app,
    target.keyAndAdmin,
    'query ($id: ID!) { post(by: { id: $id }) { submitter { databaseId bot email role } } }',
    { id: `post_${body.id}` },
  )
  expect(post.submitter).toEqual({
    databaseId: install.userId,
    bot: true,
    email: `bot+${install.userId}@bots.invalid`,
    role: null,
  })
})

test('creates one bot per app and organization, however often the app is installed', async () => {
  const oauthApp = await putApp(app, owner)
  const first = await putInstall(app, oauthApp, target)
  const revoke = `mutation { revokeInstall(input: { id: "ins_${first.id}" }) { revokedInstallId } }`
  await run(app, target.admin.session, revoke)
  const second = await putInstall(app, { ...oauthApp, name: 'Roadmap Sync 2' }, target)
  expect(second.id).not.toBe(first.id)
  expect(second.userId).toBe(first.userId)
  const { rows } = await app.database.pool.query('select name from users where id = $1', [second.userId])
  expect(rows).toEqual([{ name: 'Roadmap Sync 2' }])
})

test("attributes the writes of an app as a person to that person, and shows the app the team's view", async () => {
  const { token } = await putGrant(app, owner, target, { actor: 'self' })
  const { body } = await write(token)
  expect(body.submitter.name).toBe(`admin of ${target.organization.slug}`)
  const {
    createBucket: { bucket },
  } = await run(
    app,
    target.keyAndAdmin,
    'mutation { createBucket(input: { name: "Secret", private: true }) { bucket { id } } }',
  )
  for (const actor of ['app', 'self'] as const) {
    const team = await putGrant(app, owner, target, { actor })
    const { buckets } = await run(app, team.token, '{ buckets { nodes { id } } }')
    expect(buckets.nodes).toContainEqual(bucket)
  }
})

test('rejects a token beside an API key, as the credentials could contradict each other', async () => {
  const { token } = await putGrant(app, owner, target)
  await expectRefusedEverywhere({ ...target.key, ...token })
  await expectRefusedEverywhere({ ...owner.key, ...token })
})

test('rejects a missing token, a misspelled one and one that was never issued', async () => {
  const { token } = await putGrant(app, owner, target)
  const bearer = String(token.Authorization)
  const typo = bearer.slice(0, -1) + (bearer.endsWith('a') ? 'b' : 'a')
  for (const sent of [typo, `${bearer}0`, 'Bearer foot_', `Bearer ${newSecret('foot_')}`])
    await expectRefusedEverywhere({ Authorization: sent })
})

test('rejects a refresh token, a code and a client secret', async () => {
  for (const prefix of ['foor_', 'fooc_', 'fosec_', 'foapp_']) {
    const headers = { Authorization: `Bearer ${newSecret(prefix)}` }
    expect((await posts(headers)).status).toBe(401)
  }
})

test('expires a token after exactly 24 hours', async () => {
  const { token } = await putGrant(app, owner, target)
  await letPass(app, 86_400 - 60)
  expect((await posts(token)).status).toBe(200)
  await letPass(app, 60)
  await expectRefusedEverywhere(token)
})

test.each([
  ['rotated', 'update oauth_tokens set rotated_at = now() where install_id = $1'],
  ['revoked', 'update oauth_tokens set revoked_at = now() where install_id = $1'],
  ['of a removed install', 'update oauth_installs set revoked_at = now() where id = $1'],
  [
    'of a suspended app',
    'update oauth_apps set suspended_at = now() where id = (select app_id from oauth_installs where id = $1)',
  ],
  ['of a deleted app', 'delete from oauth_apps where id = (select app_id from oauth_installs where id = $1)'],
])('rejects a token that is %s', async (_how, statement) => {
  const { token, install } = await putGrant(app, owner, target)
  expect((await posts(token)).status).toBe(200)
  await app.database.pool.query(statement, [install.id])
  app.services.accessTokens.clear()
  await expectRefusedEverywhere(token)
})

test('looks a token up in the database once per half second, however often it is used', async () => {
  const { token } = await putGrant(app, owner, target)
  const lookUps = () => app.identifications.filter((text) => text.includes('from oauth_tokens token')).length
  const use = () => Promise.all(Array.from({ length: 20 }, () => posts(token)))
  app.identifications.length = 0
  stopClock()
  await use()
  expect(lookUps()).toBe(1)
  advanceClock(CACHE_TTL_MS - 1)
  await use()
  expect(lookUps()).toBe(1)
  advanceClock(2)
  await use()
  expect(lookUps()).toBe(2)
})

test('rejects a self token whose person is not in the team', async () => {
  const member = await target.member('member')
  const { token } = await putGrant(app, owner, target, { actor: 'self', userId: member.id })
  expect((await posts(token)).status).toBe(200)
  await app.database.pool.query('update users set role = null where id = $1', [member.id])
  app.services.accessTokens.clear()
  await expectRefusedEverywhere(token)
})

test('gives a token no permission of an account or a session', async () => {
  const { token } = await putGrant(app, owner, target, { actor: 'self' })
  expect(
    await run(app, token, '{ viewer { authority actorMode account { databaseId } } }').catch(String),
  ).toContain('not open to OAuth tokens')
  for (const query of ['{ organizations { nodes { id } } }', '{ apiKeys { nodes { id } } }'])
    expect(await refusal(app, token, query)).toMatchObject({ status: 403 })
})

test('session_info returns the acting person and organization for a bot, a person and a JWT', async () => {
  const ask = (headers: Headers) => app.call('GET', '/api/v3/session_info', { headers })
  const organization = {
    id: target.organization.id,
    subdomain: target.organization.slug,
    name: `Name of ${target.organization.slug}`,
  }
  const bot = await putGrant(app, owner, target, { scopes: [] })
  expect((await ask(bot.token)).body).toEqual({
    success: true,
    user: {
      id: bot.install.userId,
      name: 'Roadmap Sync',
      email: `bot+${bot.install.userId}@bots.invalid`,
      profile_picture: { url: null },
    },
    actor: 'app',
    scopes: [],
    organization,
  })
  const self = await putToken(app, await putInstall(app, bot.app, target, { actor: 'self' }), ['posts:read'])
  const { id, email } = target.admin
  expect((await ask(self)).body).toMatchObject({ user: { id, email }, actor: 'self', scopes: ['posts:read'] })
  const person = (await ask(target.keyAndAdmin)).body
  expect(person).toMatchObject({ user: { id, email }, actor: 'self', scopes: null, organization })
  for (const headers of [{}, target.key, target.admin.session]) expect((await ask(headers)).status).toBe(401)
})
