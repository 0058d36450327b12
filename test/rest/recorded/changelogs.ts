import { createChangelogLabel } from '../../../src/modules/changelogs/create-changelog-label.ts'
import { setChangelogLabels } from '../../../src/modules/changelogs/set-changelog-labels.ts'
import type { Area, World } from '../../support/recording/world.ts'
import { TEXTS } from './scenario.ts'

const PATH = '/api/v3/changelogs'

/** Changelogs: drafts, schedules, translations, labels, linked posts, lists, publication and deletion. */
export const changelogs: Area = {
  name: 'changelogs',
  async play(world) {
    await create(world)
    await list(world)
    await change(world)
    await publish(world)
  },
}

async function create({ send, prepare }: World): Promise<void> {
  await send('key', `GET ${PATH}`, undefined, { note: 'empty' })
  await send('key', 'POST /api/v3/tags', { name: 'Mobile' })
  for (const title of ['Dark mode', 'Light mode'])
    await send('key', 'POST /api/v3/feature_requests', { title, description: TEXTS.markdown, tag_ids: [1] })
  await send('admin', `POST ${PATH}`, { title: 'News' })
  await send('admin', `POST ${PATH}`, {
    title: TEXTS.unicode,
    description: TEXTS.html,
    published: true,
    feature_requests_ids: [2, 1],
    locale: 'en',
  })
  await send('member', `POST ${PATH}`, {
    title: 'Later',
    scheduled_published_at: '2099-01-31T18:30:00+01:00',
  })
  await send('admin', `POST ${PATH}`, { title: 'Seconds', scheduled_published_at: 4_070_908_800 })
  await send('admin', `POST ${PATH}`, { title: 'Words', scheduled_published_at: 'January 5, 2099 6pm EST' })
  await send('admin', `POST ${PATH}`, { title: 'Neuigkeiten', locale: 'de', original_id: 1 })
  await send('admin', `POST ${PATH}`, { title: '消息', locale: 'zh-TW', original_id: 1, published: true })
  await send('admin', `POST ${PATH}`, { title: 'Neuigkeiten', locale: 'de', original_id: 1 })
  await send('admin', `POST ${PATH}`, { title: 'No original', locale: 'fr' })
  await send('token', `POST ${PATH}`, { title: 'By an app', description: TEXTS.markdown, published: 'false' })
  await send('token of a person', `POST ${PATH}`, {
    title: 'By a person',
    description: null,
    original_id: null,
  })
  await send('admin', `POST ${PATH}?title=Query&published=1`)
  await send('admin', `POST ${PATH}`, {
    title: 'Both',
    published: true,
    scheduled_published_at: '2099-01-01',
  })
  await send('admin', `POST ${PATH}`, { title: 'Past', scheduled_published_at: '2019-01-01' })
  await send('customer', `POST ${PATH}`, { title: 'No' })
  await send('key', `POST ${PATH}`, { title: 'No' })
  for (const [index, name] of ['New', 'Fix'].entries()) {
    const { id } = await prepare((_tx, organizationId) =>
      createChangelogLabel(_tx, organizationId, { name, color: '#10b981' }),
    )
    await prepare((tx, organizationId) => setChangelogLabels(tx, organizationId, 1 + index, [id]))
  }
}

async function list({ send }: World): Promise<void> {
  for (const who of ['key', 'admin', 'member', 'customer', 'token', 'stranger'])
    await send(who, `GET ${PATH}`)
  for (const query of [
    'status=published',
    'status=draft',
    'status=scheduled',
    'status=all',
    'locale=de',
    'locale=zh-TW&status=published',
    'locale=fr',
    'label_ids=1',
    'label_ids=1,2',
    'label_ids[]=1&label_ids[]=99',
    'per_page=2',
    'per_page=2&page=2&status=draft',
    'per_page=2&page=99',
    'status=&locale=&label_ids=',
  ])
    await send('key', `GET ${PATH}?${query}`)
  for (const id of [1, 2, 3, 6]) await send('key', `GET ${PATH}/${id}`)
  for (const who of ['customer', 'token', 'stranger'])
    for (const id of [1, 2]) await send(who, `GET ${PATH}/${id}`)
}

async function change({ send }: World): Promise<void> {
  await send('admin', `PUT ${PATH}/1`, { title: 'Great news', description: TEXTS.html })
  await send('admin', `PATCH ${PATH}/1`, { feature_requests_ids: [1], locale: 'es' })
  await send('admin', `PATCH ${PATH}/1`, { locale: 'de' })
  await send('admin', `PATCH ${PATH}/1`, { scheduled_published_at: '2099-02-01' })
  await send('admin', `PATCH ${PATH}/1`, { scheduled_published_at: null, feature_requests_ids: [] })
  await send('admin', `PATCH ${PATH}/1`, { description: '', title: null })
  await send('admin', `PUT ${PATH}/1`, {})
  await send('admin', `PATCH ${PATH}/2`, { published: false })
  await send('admin', `PATCH ${PATH}/2`, { published: true })
  await send('admin', `PATCH ${PATH}/2`, { scheduled_published_at: '2099-02-01' })
  await send('admin', `PATCH ${PATH}/2`, { published: false, scheduled_published_at: '2099-02-01' })
  await send('member', `PUT ${PATH}/3?title=Queried`)
  await send('token', `PATCH ${PATH}/3`, { title: 'By an app', published: '1' })
  await send('customer', `PATCH ${PATH}/3`, { title: 'No' })
  await send('key', `PATCH ${PATH}/3`, { title: 'No' })
}

async function publish({ send }: World): Promise<void> {
  await send('admin', `POST ${PATH}/1/publish`)
  await send('admin', `POST ${PATH}/1/publish`, {})
  await send('token', `POST ${PATH}/2/publish`)
  await send('member', `POST ${PATH}/4/publish`)
  await send('customer', `POST ${PATH}/5/publish`)
  await send('key', `GET ${PATH}`, undefined, { note: 'after publications' })
  await send('customer', `DELETE ${PATH}/5`)
  await send('key', `DELETE ${PATH}/5`)
  await send('admin', `DELETE ${PATH}/5`)
  await send('admin', `DELETE ${PATH}/5`)
  await send('admin', `DELETE ${PATH}/1`)
  await send('token', `DELETE ${PATH}/3`)
  await send('key', `GET ${PATH}/6`, undefined, { note: 'its original deleted' })
  await send('key', `GET ${PATH}`, undefined, { note: 'after deletions' })
}
