import { beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '../../src/events/actor.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { formatLongDate } from '../../src/lib/time/format-date.ts'
import { toChangelogRow } from '../../src/modules/changelogs/changelog-snapshot.ts'
import { createChangelog } from '../../src/modules/changelogs/create-changelog.ts'
import { publishDueChangelogs } from '../../src/modules/changelogs/publish-due-changelogs.ts'
import { changelogCalls, TOMORROW } from '../support/fixtures/changelogs.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { recordedBy, takenBack, contentOf } from '../support/contract/recorded-events.ts'
import { useApp, useTenant } from '../support/use.ts'

const LABEL =
  'mutation ($name: String!) { createChangelogLabel(input: { name: $name, color: "#112233" }) { changelogLabel { databaseId } } }'
const UPDATE =
  'mutation ($input: UpdateChangelogInput!) { updateChangelog(input: $input) { changelog { id } errors { code } } }'

const app = useApp()
const tenant = useTenant(app)
let { written, publish, post, remove } = {} as ReturnType<typeof changelogCalls>

beforeAll(() => {
  ;({ written, publish, post, remove } = changelogCalls(app, tenant))
})

const asTeam = (query: string, variables = {}) => run(app, tenant.keyAndAdmin, query, variables)
const update = (id: number, input: object) =>
  recordedBy(app, () => asTeam(UPDATE, { input: { id: `chg_${id}`, ...input } }))
const label = async (name: string): Promise<number> =>
  (await asTeam(LABEL, { name })).createChangelogLabel.changelogLabel.databaseId
const labelIds = (...ids: number[]) => ids.map((id) => `lbl_${id}`)
const postIds = (...posts: { id: number }[]) => posts.map(({ id }) => `post_${id}`)
const stored = (id: number) =>
  app.database.kysely.selectFrom('changelogs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const of = (subjectId: number, type: string, before: object | null = null, after: object | null = null) => ({
  type,
  subjectId,
  before,
  after,
})
/** The fields of a published entry, with the day that is stored: the day can change during a test. */
const publishedFields = async (id: number) => {
  const { publishedAt } = await stored(id)
  return { published: true, published_on: formatLongDate(publishedAt ?? new Date(0)) }
}
const UNPUBLISHED = { published: false, published_on: null }

test('records a new draft, with the stored row as the snapshot', async () => {
  const events = await recordedBy(app, () => written({ description: '<p>Text</p>' }))
  const [event] = events
  expect(contentOf(events)).toEqual([of(event?.subjectId ?? 0, 'changelog_created')])
  expect(event?.organizationId).toBe(tenant.organization.id)
  expect(toChangelogRow(event?.snapshot ?? {})).toEqual(await stored(event?.subjectId ?? 0))
})

test('records an entry published at its creation as created and then as published', async () => {
  const events = await recordedBy(app, () => written({ published: true }))
  const id = events[0]?.subjectId ?? 0
  expect(contentOf(events)).toEqual([of(id, 'changelog_created'), of(id, 'changelog_published')])
  for (const { snapshot } of events) expect(toChangelogRow(snapshot)).toEqual(await stored(id))
})

test('records only the changed fields of an update', async () => {
  const { id } = await written({ description: 'One' })
  const events = await update(id, { title: 'Changed', description: '<b>Two</b>', locale: 'DE' })
  expect(contentOf(events)).toEqual([
    of(
      id,
      'changelog_updated',
      {
        title: 'News',
        preview: 'One',
        description: '<p>One</p>',
        description_markdown: 'One',
        locale: 'en',
      },
      {
        title: 'Changed',
        preview: 'Two',
        description: '<b>Two</b>',
        description_markdown: '**Two**',
        locale: 'de',
      },
    ),
  ])
  expect(toChangelogRow(events[0]?.snapshot ?? {})).toEqual(await stored(id))
})

test('records labels and posts in the form of the webhook body', async () => {
  const { id } = await written({})
  const [one, other] = [await post('One'), await post('Other')]
  const [first, second] = [one, other].map(({ id, slug, title, url }) => ({ id, slug, title, url }))
  const [zinc, amber] = [await label('zinc'), await label('amber')]
  const shown = (id: number, name: string) => ({ id, name, color: '#112233' })
  const ordered = { labels: [shown(zinc, 'zinc')], feature_requests: [second, first] }
  expect(contentOf(await update(id, { labelIds: labelIds(zinc), postIds: postIds(other, one) }))).toEqual([
    of(id, 'changelog_updated', { labels: [], feature_requests: [] }, ordered),
  ])
  expect(
    contentOf(await update(id, { labelIds: labelIds(zinc, amber), postIds: postIds(one, other) })),
  ).toEqual([
    of(id, 'changelog_updated', ordered, {
      labels: [shown(amber, 'amber'), shown(zinc, 'zinc')],
      feature_requests: [first, second],
    }),
  ])
})

test('records a publication as an update and a publication, and its withdrawal as an update alone', async () => {
  const { id } = await written({})
  const events = await recordedBy(app, () => publish(id))
  const published = await publishedFields(id)
  expect(contentOf(events)).toEqual([
    of(id, 'changelog_updated', UNPUBLISHED, published),
    of(id, 'changelog_published', UNPUBLISHED, published),
  ])
  expect(contentOf(await update(id, { published: false }))).toEqual([
    of(id, 'changelog_updated', published, UNPUBLISHED),
  ])
})

test('records a change of the schedule as an update, and the scheduled publication like a manual one', async () => {
  const { id } = await written({})
  const [none, scheduled] = [{ scheduled_published_at: null }, { scheduled_published_at: TOMORROW }]
  const input = { scheduledAt: TOMORROW }
  expect(contentOf(await update(id, input))).toEqual([of(id, 'changelog_updated', none, scheduled)])
  expect(contentOf(await update(id, { scheduledAt: null }))).toEqual([
    of(id, 'changelog_updated', scheduled, none),
  ])
  await update(id, input)
  // Makes the publication due by the database's clock.
  const due = new Date(Date.now() - 1000)
  await app.database.kysely.updateTable('changelogs').set({ scheduledAt: due }).where('id', '=', id).execute()
  const events = await recordedBy(app, () => inTransaction(app.services.db, (tx) => publishDueChangelogs(tx)))
  const [before, after] = [
    { ...UNPUBLISHED, scheduled_published_at: due.toISOString() },
    { ...(await publishedFields(id)), ...none },
  ]
  expect(contentOf(events)).toEqual([
    of(id, 'changelog_updated', before, after),
    of(id, 'changelog_published', before, after),
  ])
  expect(toChangelogRow(events[1]?.snapshot ?? {})).toEqual(await stored(id))
})

test('records nothing for unchanged, rejected or failed writes, and a deletion with the last state', async () => {
  const name = await label('kept')
  const { id } = await written({ published: true })
  await update(id, { labelIds: labelIds(name) })
  const quiet = async () => {
    await publish(id)
    await asTeam(UPDATE, { input: { id: `chg_${id}`, title: 'News', labelIds: labelIds(name), postIds: [] } })
    const bad = { id: `chg_${id}`, title: 'x', postIds: ['post_2000000000'] }
    expect(await refusal(app, tenant.keyAndAdmin, UPDATE, { input: bad })).toMatchObject({
      field: ['postIds'],
    })
    await takenBack(app, (tx) =>
      createChangelog(tx, tenant.organization.id, {
        title: 'x',
        authorId: tenant.admin.id,
        actor: SYSTEM,
        published: true,
      }),
    )
  }
  expect(await recordedBy(app, quiet)).toEqual([])
  const last = await stored(id)
  const [deleted] = await recordedBy(app, () => remove(id))
  expect(deleted).toMatchObject({ type: 'changelog_deleted', subjectId: id, before: null, after: null })
  expect(toChangelogRow(deleted?.snapshot ?? {})).toEqual(last)
})
