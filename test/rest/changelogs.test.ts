import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { createTenant, type Tenant } from '../support/scenario.ts'

let app: TestApp
let tenant: Tenant
const PATH = '/api/v3/changelogs'
const TOMORROW = new Date(Date.now() + 86_400_000)

beforeAll(async () => {
  app = await startApp()
  tenant = await createTenant(app)
})
afterAll(() => app.stop())

const write = (body: unknown, of = tenant) => app.call('POST', PATH, { headers: of.keyAndAdmin, body })
const change = (id: number, body: unknown) =>
  app.call('PATCH', `${PATH}/${id}`, { headers: tenant.keyAndAdmin, body })
const read = (id: number) => app.call('GET', `${PATH}/${id}`, { headers: tenant.key })
const written = async (body: object) => (await write({ title: 'News', ...body })).body.changelogs[0]
const post = async (title: string, of = tenant) =>
  (await app.call('POST', '/api/v3/feature_requests', { headers: of.key, body: { title } })).body
const count = async () =>
  Number((await app.database.pool.query('select count(*) from changelogs')).rows[0].count)

/** Refused with this status and code, and nothing was written. */
async function refused(body: unknown, status: number, error: string, field?: string) {
  const before = await count()
  const answer = await write(body)
  expect(answer).toMatchObject({ status, body: { success: false, status, error } })
  if (field) expect(Object.keys(answer.body.errors)).toEqual([field])
  expect(await count()).toBe(before)
}

test('a draft is answered, read and listed as documented', async () => {
  const own = await createTenant(app)
  const told = await post('Dark mode', own)
  const answer = await app.call('POST', PATH, {
    headers: own.keyAndAdmin,
    body: {
      title: 'Dark mode is here',
      description: '<p>Switch it on in the <strong>settings</strong>.</p><script>alert(1)</script>',
      feature_requests_ids: [told.id],
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
        url: `${app.url}/changelog/dark-mode-is-here`,
        published: false,
        published_on: null,
        scheduled_published_at: null,
        author: { name: `admin of ${own.organization.slug}` },
        labels: [],
        feature_requests: [told],
        other_languages: [],
      },
    ],
  })
  const one = await app.call('GET', `${PATH}/${answer.body.changelogs[0].id}`, { headers: own.key })
  expect(one).toMatchObject({ status: 200, body: answer.body })
  const list = await app.call('GET', PATH, { headers: own.key })
  expect(list.body).toEqual({ success: true, changelogs: answer.body.changelogs })
})

test('published true publishes at once, with the day in words', async () => {
  const changelog = await written({ published: true })
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date())
  expect(changelog).toMatchObject({ published: true, published_on: day, scheduled_published_at: null })
})

test('writing needs the key and the token of a team member', async () => {
  const body = { title: 'Not allowed' }
  const before = await count()
  expect((await app.call('POST', PATH, { headers: tenant.key, body })).status).toBe(401)
  expect((await app.call('POST', PATH, { headers: tenant.admin.session, body })).status).toBe(401)
  const customer = await tenant.sso({ email: 'customer@example.com' })
  expect((await app.call('POST', PATH, { headers: { ...tenant.key, ...customer }, body })).status).toBe(403)
  expect(await count()).toBe(before)
})

test('published and a schedule together, and times not in the future, are refused', async () => {
  const at = TOMORROW.toISOString()
  await refused({ title: 'x', published: true, scheduled_published_at: at }, 422, 'ERROR_CODE_INVALID_PARAM')
  for (const past of ['2020-01-01', '1 Jan 2021', Math.floor(Date.now() / 1000) - 5])
    await refused(
      { title: 'x', scheduled_published_at: past },
      422,
      'ERROR_CODE_INVALID_PARAM',
      'scheduled_published_at',
    )
  await refused({ title: ' ' }, 422, 'ERROR_CODE_MISSING_PARAM', 'title')
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
    expect(await written({ scheduled_published_at: given })).toMatchObject({
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
    '24.12.2090',
    '2090-12-24 25:00',
    'Mon, 24 Dec 2090 18:00:00 GMT',
    'December 2090',
    3817821600000,
    3817821600.5,
    -1,
    true,
    ['2090-12-24'],
    { at: '2090-12-24' },
  ])('refuses %j', async (given) => {
    const body = { title: 'x', scheduled_published_at: given }
    await refused(body, 400, 'ERROR_CODE_INVALID_PARAM', 'scheduled_published_at')
  })
})

test('the locale is one of the known, and must be given where the changelog is multilingual', async () => {
  expect((await written({ locale: 'zh-TW' })).locale).toBe('zh-TW')
  for (const locale of ['xx', 'EN', 'en-US'])
    await refused({ title: 'x', locale }, 400, 'ERROR_CODE_INVALID_PARAM', 'locale')
  const own = await createTenant(app)
  await app.database.pool.query('update organizations set multilingual_changelog = true where id = $1', [
    own.organization.id,
  ])
  expect(await write({ title: 'x' }, own)).toMatchObject({
    status: 422,
    body: { error: 'ERROR_CODE_MISSING_PARAM', errors: { locale: ["can't be blank"] } },
  })
  expect((await write({ title: 'x', locale: 'de' }, own)).status).toBe(201)
})

test('a family is one entry per language, also through a translation of a translation', async () => {
  const original = await written({ title: 'Hello', published: true })
  const german = await written({ title: 'Hallo', locale: 'de', original_id: original.id })
  const scheduled = { scheduled_published_at: TOMORROW.toISOString() }
  const french = await written({ title: 'Bonjour', locale: 'fr', original_id: german.id, ...scheduled })
  const line = (of: { id: number; title: string; locale: string }, status: string) => {
    return { id: of.id, title: of.title, locale: of.locale, status }
  }
  const others = async (id: number) => (await read(id)).body.changelogs[0].other_languages
  expect(await others(original.id)).toEqual([line(german, 'draft'), line(french, 'scheduled')])
  expect(await others(french.id)).toEqual([line(original, 'published'), line(german, 'draft')])
  for (const taken of ['en', 'de'])
    await refused(
      { title: 'x', locale: taken, original_id: french.id },
      422,
      'ERROR_CODE_ALREADY_EXISTS',
      'locale',
    )
  expect((await change(french.id, { locale: 'de' })).body.error).toBe('ERROR_CODE_ALREADY_EXISTS')
  expect((await change(original.id, { locale: 'fr' })).body.error).toBe('ERROR_CODE_ALREADY_EXISTS')
  expect((await change(french.id, { locale: 'it' })).body.changelogs[0].locale).toBe('it')

  const gone = await app.call('DELETE', `${PATH}/${original.id}`, { headers: tenant.keyAndAdmin })
  expect(gone).toMatchObject({ status: 200, body: { success: true, message: 'Changelog deleted' } })
  expect(await others(german.id)).toEqual([line({ ...french, locale: 'it' }, 'scheduled')])
  expect(await others(french.id)).toEqual([line(german, 'draft')])
  const english = await written({ title: 'Hi', locale: 'en', original_id: french.id })
  expect(english.other_languages.map(({ id }: { id: number }) => id)).toEqual([german.id, french.id])
})

test("an original that does not exist, or is another organization's, is refused", async () => {
  const foreign = (await write({ title: 'Foreign' }, await createTenant(app))).body.changelogs[0]
  for (const id of [foreign.id, 2_000_000_000, 99_999_999_999])
    await refused(
      { title: 'x', locale: 'de', original_id: id },
      422,
      'ERROR_CODE_INVALID_PARAM',
      'original_id',
    )
})

test('the posts keep the order they were given in, and must exist', async () => {
  const [a, b, c] = [await post('A'), await post('B'), await post('C')]
  const changelog = await written({ feature_requests_ids: [c.id, a.id, c.id, b.id] })
  const ids = (of: { feature_requests: { id: number }[] }) => of.feature_requests.map(({ id }) => id)
  expect(ids(changelog)).toEqual([c.id, a.id, b.id])
  const replaced = await change(changelog.id, { feature_requests_ids: [b.id, c.id] })
  expect(ids(replaced.body.changelogs[0])).toEqual([b.id, c.id])
  const foreign = await post('Foreign', await createTenant(app))
  for (const id of [foreign.id, 2_000_000_000])
    await refused(
      { title: 'x', feature_requests_ids: [a.id, id] },
      422,
      'ERROR_CODE_INVALID_PARAM',
      'feature_requests_ids',
    )
  expect((await change(changelog.id, { title: 'Other', feature_requests_ids: [foreign.id] })).status).toBe(
    422,
  )
  expect((await read(changelog.id)).body).toEqual(replaced.body)
  expect(ids((await change(changelog.id, { feature_requests_ids: [] })).body.changelogs[0])).toEqual([])
})

test('an entry goes from draft to scheduled to published and back', async () => {
  const { id } = await written({})
  const at = TOMORROW.toISOString()
  const state = ({
    body,
  }: {
    body: { changelogs: [{ published: boolean; scheduled_published_at: string }] }
  }) => [body.changelogs[0].published, body.changelogs[0].scheduled_published_at]
  expect(state(await change(id, { scheduled_published_at: at }))).toEqual([false, at])
  expect(state(await change(id, { scheduled_published_at: null }))).toEqual([false, null])
  await change(id, { scheduled_published_at: at })
  const publish = () => app.call('POST', `${PATH}/${id}/publish`, { headers: tenant.keyAndAdmin })
  expect(state(await publish())).toEqual([true, null])
  expect((await change(id, { scheduled_published_at: at })).status).toBe(422)
  const both = await change(id, { published: true, scheduled_published_at: at })
  expect(both.status).toBe(422)
  expect(state(await read(id))).toEqual([true, null])
  expect(state(await change(id, { published: false }))).toEqual([false, null])
  expect(state(await change(id, { published: true, scheduled_published_at: null }))).toEqual([true, null])
  expect(state(await change(id, { published: false, scheduled_published_at: at }))).toEqual([false, at])
})

test('publishing twice and changing nothing leave the entry untouched', async () => {
  const { id } = await written({ published: true, description: 'Text', feature_requests_ids: [] })
  const row = async () =>
    (await app.database.pool.query('select * from changelogs where id = $1', [id])).rows[0]
  const before = await row()
  const again = await app.call('POST', `${PATH}/${id}/publish`, { headers: tenant.keyAndAdmin })
  expect(again.status).toBe(200)
  const same = { title: 'News', description: 'Text', published: true, locale: 'en', feature_requests_ids: [] }
  expect((await change(id, same)).status).toBe(200)
  expect((await change(id, {})).status).toBe(200)
  expect(await row()).toEqual(before)
  const put = await app.call('PUT', `${PATH}/${id}`, {
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

test("another organization's entry answers as one that does not exist", async () => {
  const foreign = (await write({ title: 'Foreign' }, await createTenant(app))).body.changelogs[0]
  for (const id of [foreign.id, 2_000_000_000, 99_999_999_999]) {
    const answers = await Promise.all([
      read(id),
      change(id, { title: 'Taken' }),
      app.call('DELETE', `${PATH}/${id}`, { headers: tenant.keyAndAdmin }),
      app.call('POST', `${PATH}/${id}/publish`, { headers: tenant.keyAndAdmin }),
    ])
    for (const { status, body } of answers)
      expect({ status, message: body.message }).toEqual({ status: 404, message: 'Changelog not found' })
  }
  const { rows } = await app.database.pool.query('select title, published_at from changelogs where id = $1', [
    foreign.id,
  ])
  expect(rows).toEqual([{ title: 'Foreign', published_at: null }])
})

test('the list is filtered by status, language and label, newest first, in pages', async () => {
  const own = await createTenant(app)
  const make = async (body: object) => (await write({ title: 'x', ...body }, own)).body.changelogs[0].id
  const draft = await make({})
  const scheduled = await make({ scheduled_published_at: TOMORROW.toISOString(), locale: 'de' })
  const published = await make({ published: true })
  const { body: labelled } = await app.graphql(
    'mutation { createChangelogLabel(input: {name: "New"}) { id } }',
    {},
    own.admin.session,
  )
  const label = labelled.data.createChangelogLabel.id
  await app.graphql(
    `mutation { updateChangelog(id: ${draft}, input: {labelIds: [${label}]}) { id } }`,
    {},
    own.admin.session,
  )
  const ids = async (query: string) => {
    const { body } = await app.call('GET', `${PATH}?${query}`, { headers: own.key })
    return body.changelogs.map(({ id }: { id: number }) => id)
  }
  expect(await ids('')).toEqual([published, scheduled, draft])
  expect(await ids('status=all')).toEqual([published, scheduled, draft])
  expect(await ids('status=published')).toEqual([published])
  expect(await ids('status=scheduled')).toEqual([scheduled])
  expect(await ids('status=draft')).toEqual([draft])
  expect(await ids('locale=de')).toEqual([scheduled])
  expect(await ids(`label_ids=${label}`)).toEqual([draft])
  expect(await ids(`label_ids[]=${label}&label_ids[]=999`)).toEqual([draft])
  expect(await ids('label_ids=999999999999')).toEqual([])
  expect(await ids('page=2&per_page=2')).toEqual([draft])
  expect(await ids('page=9')).toEqual([])
  const first = await app.call('GET', `${PATH}?per_page=2`, { headers: own.key })
  expect(first.headers.get('link')).toContain('page=2')
  for (const bad of ['status=live', 'locale=xx', 'per_page=101', 'page=0', 'label_ids=a'])
    expect((await app.call('GET', `${PATH}?${bad}`, { headers: own.key })).status).toBe(400)
})

test('a list takes as many statements for 100 entries as for 10', async () => {
  const own = await createTenant(app)
  const told = await post('Told', own)
  await app.database.pool.query(
    `with label as (insert into changelog_labels (organization_id, name, color) values ($1, 'New', '#fff') returning id),
      entry as (insert into changelogs (organization_id, slug, title, author_id, locale)
        select $1, 'original-' || n, 'Original', $2, 'en' from generate_series(1, 50) n returning id),
      translation as (insert into changelogs (organization_id, slug, title, author_id, locale, original_id)
        select $1, 'translation-' || id, 'Translation', $2, 'de', id from entry returning id),
      every as (select id from entry union all select id from translation),
      labelled as (insert into changelog_label_entries select $1, every.id, label.id from every, label)
    insert into changelog_posts select $1, every.id, $3, 0 from every`,
    [own.organization.id, own.admin.id, told.id],
  )
  const counts: number[] = []
  for (const size of [10, 10, 30, 100]) {
    app.statements.length = 0
    const { body } = await app.call('GET', `${PATH}?per_page=${size}`, { headers: own.key })
    expect(body.changelogs).toHaveLength(size)
    expect(body.changelogs[0]).toMatchObject({
      feature_requests: [{ id: told.id }],
      labels: [{ name: 'New' }],
      other_languages: [{ title: expect.any(String) }],
    })
    counts.push(app.statements.length)
  }
  expect(new Set(counts.slice(1)).size).toBe(1)
  expect(counts[1]).toBeLessThanOrEqual(12)
})
