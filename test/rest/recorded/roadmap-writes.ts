import type { Area, World } from '../../support/recording/world.ts'
import { TEXTS } from './scenario.ts'

const PATH = '/api/v3/roadmaps'

/** Roadmaps that the team creates, changes and deletes, and the posts on them. */
export const roadmapWrites: Area = {
  name: 'roadmap-writes',
  async play(world) {
    const { send } = world
    await create(world)
    await send('admin', `PUT ${PATH}/1`, { title: 'Renamed', end_date: 'December 24, 2026 6pm' })
    await send('member', `PATCH ${PATH}/1`, {
      mode: 'list',
      icon: { type: 'emoji', value: '🚀' },
      end_date: null,
    })
    await send('admin', `PUT ${PATH}/1`, {})
    await send('admin', `PATCH ${PATH}/1`, { end_date: '2019-01-01' })
    for (const who of ['key', 'customer', 'token']) await send(who, `PUT ${PATH}/1`, { title: 'No' })
    await posts(world)
    for (const who of ['key', 'customer', 'token']) await send(who, `DELETE ${PATH}/1`)
    await send('member', `DELETE ${PATH}/1`)
    await send('member', `DELETE ${PATH}/1`)
    await send('key', `GET ${PATH}`, undefined, { note: 'after changes' })
  },
}

async function create({ send }: World): Promise<void> {
  await send('admin', `POST ${PATH}`, { title: 'Plan' })
  await send('member', `POST ${PATH}`, {
    title: TEXTS.unicode,
    description: 'For the <b>year</b>',
    is_public: false,
    status: 'in_progress',
    icon: { type: 'emoji', value: '❄️' },
    mode: 'timeline',
    score_type: 'rice',
    archived: true,
    kanban_view_group: 'month',
    start_date: '2020-01-01',
    end_date: 1_609_415_999,
  })
  await send('admin', `POST ${PATH}`, { title: 'Plan', start_date: '2020-02-01', end_date: '2020-01-01' })
  await send('admin', `POST ${PATH}`, { title: 'Plan', icon: { type: 'emoji' } })
  await send('admin', `POST ${PATH}`, { title: 'Plan', start_date: '01/02/2027' })
  for (const who of ['key', 'customer', 'session', 'token']) await send(who, `POST ${PATH}`, { title: 'No' })
}

async function posts({ send }: World): Promise<void> {
  const list = `${PATH}/1/feature_requests`
  await send('key', `GET ${list}`, undefined, { note: 'empty' })
  for (const title of ['One', 'Two', 'Three']) await send('key', 'POST /api/v3/feature_requests', { title })
  for (const id of [3, 1, 2, 3]) await send('admin', `POST ${list}`, { feature_request_id: id })
  await send('member', `POST ${list}`, { feature_request_id: 99 })
  await send('member', `POST ${PATH}/99/feature_requests`, { feature_request_id: 1 })
  for (const who of ['key', 'customer', 'token']) await send(who, `POST ${list}`, { feature_request_id: 1 })
  for (const who of ['key', 'admin', 'customer', 'token', 'stranger'])
    await send(who, `GET ${list}?per_page=2`)
  await send('key', `GET ${list}?per_page=2&page=2`)
  await send('customer', `GET ${PATH}/2/feature_requests`)
  await send('key', `GET ${PATH}/99/feature_requests`)
  for (const who of ['key', 'customer', 'token']) await send(who, `DELETE ${list}`, { feature_request_id: 1 })
  await send('admin', `DELETE ${list}`, { feature_request_id: 1 })
  await send('admin', `DELETE ${list}`, { feature_request_id: 1 })
  await send('member', `DELETE ${list}?feature_request_id=2`)
  await send('key', `GET ${list}`, undefined, { note: 'after changes' })
}
