import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { changelogCalls, CHANGELOGS, TOMORROW } from '../support/fixtures/changelogs.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const app = useApp()

/**
 * Statements since `statements` was cleared, without those that check the API key. Caching makes their number
 * depend on time.
 */
const statementsOf = ({ statements }: TestApp) => statements.length

test('filters the list by status, language and label, and pages it newest first', async () => {
  const own = await createTenant(app)
  const make = async (body: object) =>
    (await changelogCalls(app, own).write({ title: 'x', ...body })).body.changelogs[0].id
  const draft = await make({})
  const scheduled = await make({ scheduled_published_at: TOMORROW, locale: 'de' })
  const published = await make({ published: true })
  const { body: labelled } = await app.graphql(
    'mutation { createChangelogLabel(input: {name: "New"}) { changelogLabel { id databaseId } } }',
    {},
    own.admin.session,
  )
  const { id: labelId, databaseId: label } = labelled.data.createChangelogLabel.changelogLabel
  await app.graphql(
    `mutation { updateChangelog(input: {id: "chg_${draft}", labelIds: ["${labelId}"]}) { changelog { id } } }`,
    {},
    own.admin.session,
  )
  const ids = async (query: string) => {
    const { body } = await app.call('GET', `${CHANGELOGS}?${query}`, { headers: own.key })
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
  const first = await app.call('GET', `${CHANGELOGS}?per_page=2`, { headers: own.key })
  expect(first.headers.get('link')).toContain('page=2')
  for (const bad of ['status=live', 'locale=xx', 'per_page=101', 'page=0', 'label_ids=a'])
    expect((await app.call('GET', `${CHANGELOGS}?${bad}`, { headers: own.key })).status).toBe(400)
  const many = `label_ids=${Array.from({ length: 501 }, (_, index) => index + 1).join(',')}`
  expect((await app.call('GET', `${CHANGELOGS}?${many}`, { headers: own.key })).body).toMatchObject({
    error: 'ERROR_CODE_INVALID_PARAM',
    message: '"label_ids" must contain at most 500 ids.',
  })
})

test('lists 100 entries in as many statements as 10', async () => {
  const own = await createTenant(app)
  const linked = await changelogCalls(app, own).post('Told')
  await app.database.pool.query(
    `with label as (insert into changelog_labels (organization_id, name, color) values ($1, 'New', '#fff') returning id),
      entry as (insert into changelogs (organization_id, slug, title, author_id, locale)
        select $1, 'original-' || n, 'Original', $2, 'en' from generate_series(1, 50) n returning id),
      translation as (insert into changelogs (organization_id, slug, title, author_id, locale, original_id)
        select $1, 'translation-' || id, 'Translation', $2, 'de', id from entry returning id),
      every as (select id from entry union all select id from translation),
      labelled as (insert into changelog_label_entries select $1, every.id, label.id from every, label)
    insert into changelog_posts select $1, every.id, $3, 0 from every`,
    [own.organization.id, own.admin.id, linked.id],
  )
  const counts: number[] = []
  for (const size of [10, 10, 30, 100]) {
    app.statements.length = 0
    const { body } = await app.call('GET', `${CHANGELOGS}?per_page=${size}`, { headers: own.key })
    expect(body.changelogs).toHaveLength(size)
    expect(body.changelogs[0]).toMatchObject({
      feature_requests: [{ id: linked.id }],
      labels: [{ name: 'New' }],
      other_languages: [{ title: expect.any(String) }],
    })
    counts.push(statementsOf(app))
  }
  expect(new Set(counts.slice(1)).size).toBe(1)
  expect(counts[1]).toBeLessThanOrEqual(12)
})
