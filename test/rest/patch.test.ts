import { expect, test } from 'vitest'
import { routes } from '../../rest-compat/routes.ts'
import { putApp, putInstall, putToken } from '../support/fixtures/grants.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const send = (method: string, path: string, body?: unknown, headers = tenant.keyAndAdmin) =>
  app.call(method, `/api/v3/${path}`, { headers, body })
const HOOK = { url: 'https://hooks.example.com/in', events: ['post_created'] }

test('every route with PUT has PATCH, with the same credential and endpoint', () => {
  const of = (method: string) => routes.filter(([own]) => own === method).map(([, ...rest]) => rest)
  expect(of('PATCH')).toEqual(expect.arrayContaining(of('PUT')))
})

test('PATCH updates the fields that are sent', async () => {
  const { body: post } = await send('POST', 'feature_requests', { title: 'Post' })
  const { body: said } = await send('POST', 'comments', { feature_request_id: post.id, comment: 'One' })
  const { body: made } = await send('POST', 'tags', { name: 'Mobile', color: '#3366ff' })
  const { body: customer } = await send('POST', 'customers', { email: 'ann@people.example', name: 'Ann' })
  const { body: hook } = await send('POST', 'webhooks', { ...HOOK, name: 'Hook' })
  for (const [path, change, before, of] of [
    [`comments/${said.comment.id}`, { pinned: true }, said.comment, 'comment'],
    [`tags/${made.tag.id}`, { name: 'Phones' }, made.tag, 'tag'],
    [`customers/${customer.id}`, { starred: true }, customer, null],
    [`webhooks/${hook.id}`, { name: 'Renamed' }, hook, null],
  ] as const) {
    const { status, body } = await send('PATCH', path, change)
    const { updated_at: _at, secret: _secret, ...rest } = before
    expect([status, of ? body[of] : body]).toEqual([200, expect.objectContaining({ ...rest, ...change })])
  }
  const byEmail = await send('PATCH', 'customers', { email: 'ANN@people.example', labels: ['gold'] })
  expect(byEmail).toMatchObject({ status: 200, body: { id: customer.id, starred: true, labels: ['gold'] } })
})

test('returns one webhook as the list does, and to an app only that of its install', async () => {
  const owner = await createTenant(app)
  const { body: created } = await send('POST', 'webhooks', HOOK)
  const { secret: _secret, ...webhook } = created
  expect(await send('GET', `webhooks/${webhook.id}`)).toMatchObject({ status: 200, body: webhook })
  const { body: list } = await send('GET', 'webhooks')
  expect(list.webhooks).toContainEqual((await send('GET', `webhooks/${webhook.id}`)).body)
  const install = await putInstall(app, await putApp(app, owner), tenant)
  const token = await putToken(app, install)
  const [own] = (await send('GET', 'webhooks', undefined, token)).body.webhooks
  expect((await send('GET', `webhooks/${own.id}`, undefined, token)).body).toEqual(own)
  const { body: foreign } = await send('POST', 'webhooks', HOOK, owner.keyAndAdmin)
  const unknown = await send('GET', 'webhooks/2147483647')
  expect(unknown).toMatchObject({ status: 404, body: { message: 'Webhook not found' } })
  for (const [id, headers] of [
    [foreign.id, tenant.keyAndAdmin],
    [webhook.id, token],
  ] as const) {
    const refused = await send('GET', `webhooks/${id}`, undefined, headers)
    expect([refused.status, refused.body]).toEqual([404, unknown.body])
  }
  const member = await tenant.member('member')
  for (const [headers, status] of [
    [tenant.key, 401],
    [{ ...tenant.key, ...member.session }, 403],
    [await putToken(app, install, ['posts:read']), 403],
  ] as const)
    expect((await send('GET', `webhooks/${webhook.id}`, undefined, headers)).status).toBe(status)
})
