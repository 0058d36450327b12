import { beforeAll, describe, expect, test } from 'vitest'
import { changelogCalls, CHANGELOGS, TOMORROW } from '../support/fixtures/changelogs.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let calls: ReturnType<typeof changelogCalls>

beforeAll(() => {
  calls = changelogCalls(app, tenant)
})

test('rejects a publication together with a schedule, and times that are not in the future', async () => {
  const at = TOMORROW
  await calls.expectRefused(
    { title: 'x', published: true, scheduled_published_at: at },
    422,
    'ERROR_CODE_INVALID_PARAM',
  )
  for (const past of ['2020-01-01', '1 Jan 2021', Math.floor(Date.now() / 1000) - 5])
    await calls.expectRefused(
      { title: 'x', scheduled_published_at: past },
      422,
      'ERROR_CODE_INVALID_PARAM',
      'scheduled_published_at',
    )
  await calls.expectRefused({ title: ' ' }, 422, 'ERROR_CODE_MISSING_PARAM', 'title')
})

describe('scheduled_published_at', () => {
  test.each([
    ['2090-12-24', '2090-12-24T00:00:00.000Z'],
    ['2090-12-24 18:00', '2090-12-24T18:00:00.000Z'],
    ['2090-12-24T18:00:00Z', '2090-12-24T18:00:00.000Z'],
    ['2090-12-24T18:00:00.25+02:00', '2090-12-24T16:00:00.250Z'],
    ['24 Dec 2090', '2090-12-24T00:00:00.000Z'],
    ['December 24, 2090 6pm', '2090-12-24T18:00:00.000Z'],
    ['Sun, 24 Dec 2090 18:00:00 GMT', '2090-12-24T18:00:00.000Z'],
    ['24 Dec 2090 18:00:00 -0500', '2090-12-24T23:00:00.000Z'],
    [3817821600, '2090-12-24T18:00:00.000Z'],
    ['3817821600', '2090-12-24T18:00:00.000Z'],
  ])('accepts %j', async (given, moment) => {
    expect(await calls.written({ scheduled_published_at: given })).toMatchObject({
      published: false,
      published_on: null,
      scheduled_published_at: moment,
    })
  })

  test.each([
    'tomorrow',
    'soon',
    '',
    '2090-02-30',
    '2090-13-01',
    '12/11/2090',
    '01.02.2090',
    '2090-12-24 25:00',
    'Mon, 24 Dec 2090 18:00:00 GMT',
    'December 2090',
    3817821600.5,
    -1,
    true,
    ['2090-12-24'],
    { at: '2090-12-24' },
  ])('rejects %j', async (given) => {
    const body = { title: 'x', scheduled_published_at: given }
    await calls.expectRefused(body, 400, 'ERROR_CODE_INVALID_PARAM', 'scheduled_published_at')
  })
})

test('moves an entry from draft to scheduled to published and back', async () => {
  const { id } = await calls.written({})
  const at = TOMORROW
  const state = ({
    body,
  }: {
    body: { changelogs: [{ published: boolean; scheduled_published_at: string }] }
  }) => [body.changelogs[0].published, body.changelogs[0].scheduled_published_at]
  expect(state(await calls.change(id, { scheduled_published_at: at }))).toEqual([false, at])
  expect(state(await calls.change(id, { scheduled_published_at: null }))).toEqual([false, null])
  await calls.change(id, { scheduled_published_at: at })
  expect(state(await calls.publish(id))).toEqual([true, null])
  expect((await calls.change(id, { scheduled_published_at: at })).status).toBe(422)
  const both = await calls.change(id, { published: true, scheduled_published_at: at })
  expect(both.status).toBe(422)
  expect(state(await calls.read(id))).toEqual([true, null])
  expect(state(await calls.change(id, { published: false }))).toEqual([false, null])
  expect(state(await calls.change(id, { published: true, scheduled_published_at: null }))).toEqual([
    true,
    null,
  ])
  expect(state(await calls.change(id, { published: false, scheduled_published_at: at }))).toEqual([false, at])
})

test('leaves the entry unchanged when it is published twice or changed to equal values', async () => {
  const { id } = await calls.written({ published: true, description: 'Text', feature_requests_ids: [] })
  const row = async () =>
    (await app.database.pool.query('select * from changelogs where id = $1', [id])).rows[0]
  const before = await row()
  const again = await calls.publish(id)
  expect(again.status).toBe(200)
  const same = { title: 'News', description: 'Text', published: true, locale: 'en', feature_requests_ids: [] }
  expect((await calls.change(id, same)).status).toBe(200)
  expect((await calls.change(id, {})).status).toBe(200)
  expect(await row()).toEqual(before)
  const put = await app.call('PUT', `${CHANGELOGS}/${id}`, {
    headers: tenant.keyAndAdmin,
    body: { title: 'Other news', description: null },
  })
  expect(put.body.changelogs[0]).toMatchObject({
    title: 'Other news',
    description: '',
    url: expect.stringContaining(before.slug),
  })
  expect((await row()).updated_at > before.updated_at).toBe(true)
})

test.each(['start_date', 'end_date'])(
  'an ambiguous %s of a roadmap is refused with the reason',
  async (field) => {
    const body = { title: 'Plan', [field]: '01/02/2027' }
    const refused = await app.call('POST', '/api/v3/roadmaps', { headers: tenant.keyAndAdmin, body })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      `"${field}" has an ambiguous order of day and month: send the year first, as in 2026-12-24.`,
    ])
  },
)
