import { beforeAll, expect, test } from 'vitest'
import { changelogCalls, CHANGELOGS } from '../support/fixtures/changelogs.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let calls: ReturnType<typeof changelogCalls>

beforeAll(() => {
  calls = changelogCalls(app, tenant)
})

test('returns, reads and lists a draft as documented', async () => {
  const own = await createTenant(app)
  const linked = await changelogCalls(app, own).post('Dark mode')
  const answer = await app.call('POST', CHANGELOGS, {
    headers: own.keyAndAdmin,
    body: {
      title: 'Dark mode is here',
      description: '<p>Switch it on in the <strong>settings</strong>.</p><script>alert(1)</script>',
      feature_requests_ids: [linked.id],
    },
  })
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({
    changelogs: [
      {
        id: expect.any(Number),
        title: 'Dark mode is here',
        preview: 'Switch it on in the settings.',
        description: '<p>Switch it on in the <strong>settings</strong>.</p>',
        description_markdown: 'Switch it on in the **settings**.',
        locale: 'en',
        url: `${app.url}/@${own.organization.slug}/changelog/dark-mode-is-here`,
        published: false,
        published_on: null,
        scheduled_published_at: null,
        author: { name: `admin of ${own.organization.slug}` },
        labels: [],
        feature_requests: [linked],
        other_languages: [],
      },
    ],
  })
  const one = await app.call('GET', `${CHANGELOGS}/${answer.body.changelogs[0].id}`, { headers: own.key })
  expect(one).toMatchObject({ status: 200, body: answer.body })
  const list = await app.call('GET', CHANGELOGS, { headers: own.key })
  expect(list.body).toEqual({ success: true, changelogs: answer.body.changelogs })
})

test('publishes at once for published true, with the date in words', async () => {
  const today = () =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date())
  // The day can change during the request.
  const before = today()
  const changelog = await calls.written({ published: true })
  expect(changelog).toMatchObject({ published: true, scheduled_published_at: null })
  expect([before, today()]).toContain(changelog.published_on)
})

test('requires the key and the token of a team member to write', async () => {
  const body = { title: 'Not allowed' }
  const before = await calls.count()
  expect((await app.call('POST', CHANGELOGS, { headers: tenant.key, body })).status).toBe(401)
  expect((await app.call('POST', CHANGELOGS, { headers: tenant.admin.session, body })).status).toBe(401)
  const customer = await tenant.sso({ email: 'customer@example.com' })
  expect((await app.call('POST', CHANGELOGS, { headers: { ...tenant.key, ...customer }, body })).status).toBe(
    403,
  )
  expect(await calls.count()).toBe(before)
})

test('keeps the order of the given posts, which must exist', async () => {
  const [a, b, c] = [await calls.post('A'), await calls.post('B'), await calls.post('C')]
  const changelog = await calls.written({ feature_requests_ids: [c.id, a.id, c.id, b.id] })
  const ids = (of: { feature_requests: { id: number }[] }) => of.feature_requests.map(({ id }) => id)
  expect(ids(changelog)).toEqual([c.id, a.id, b.id])
  const replaced = await calls.change(changelog.id, { feature_requests_ids: [b.id, c.id] })
  expect(ids(replaced.body.changelogs[0])).toEqual([b.id, c.id])
  const foreign = await changelogCalls(app, await createTenant(app)).post('Foreign')
  for (const id of [foreign.id, 2_000_000_000, 99_999_999_999, 0])
    await calls.expectRefused(
      { title: 'x', feature_requests_ids: [a.id, id] },
      422,
      'ERROR_CODE_INVALID_PARAM',
      'feature_requests_ids',
    )
  expect(
    (await calls.change(changelog.id, { title: 'Other', feature_requests_ids: [foreign.id] })).status,
  ).toBe(422)
  const unknown = await calls.write({ title: 'x', feature_requests_ids: [a.id, -1] })
  expect(unknown.body.message).toBe('"feature_requests_ids" does not exist.')
  expect((await calls.read(changelog.id)).body).toEqual(replaced.body)
  expect(ids((await calls.change(changelog.id, { feature_requests_ids: [] })).body.changelogs[0])).toEqual([])
  const alias = await calls.change(changelog.id, { feature_request_ids: [b.id] })
  expect(ids(alias.body.changelogs[0])).toEqual([b.id])
  const refused = await calls.change(changelog.id, { feature_request_ids: [2_147_483_000] })
  expect(refused.body.message).toBe('"feature_request_ids" contains a feature request that does not exist.')
})

test("treats another organization's entry as unknown", async () => {
  const foreign = (await changelogCalls(app, await createTenant(app)).write({ title: 'Foreign' })).body
    .changelogs[0]
  for (const id of [foreign.id, 2_000_000_000, 99_999_999_999]) {
    const answers = await Promise.all([
      calls.read(id),
      calls.change(id, { title: 'Taken' }),
      calls.remove(id),
      calls.publish(id),
    ])
    for (const { status, body } of answers)
      expect({ status, message: body.message }).toEqual({ status: 404, message: 'Changelog not found' })
  }
  const { rows } = await app.database.pool.query('select title, published_at from changelogs where id = $1', [
    foreign.id,
  ])
  expect(rows).toEqual([{ title: 'Foreign', published_at: null }])
})
