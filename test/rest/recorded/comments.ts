import type { Area, World } from '../../support/recording/world.ts'
import { TEXTS } from './scenario.ts'

const PATH = '/api/v3/comments'

/** Comments: threads, internal, pinned and pending ones, lists, change and deletion. */
export const comments: Area = {
  name: 'comments',
  async play(world) {
    await write(world)
    await list(world)
    await change(world)
  },
}

async function write({ send }: World): Promise<void> {
  for (const title of ['Dark mode', 'Light mode'])
    await send('key', 'POST /api/v3/feature_requests', { title })
  await send('key', `POST ${PATH}`, { feature_request_id: 1, comment: 'First' })
  await send('admin', `POST ${PATH}`, { feature_request_id: 1, comment: 'Reply', parent_id: 1 })
  await send('customer', `POST ${PATH}`, { feature_request_id: '1', comment: 'Reply', parent_id: '2' })
  await send('member', `POST ${PATH}`, { feature_request_id: 1, comment: TEXTS.html, internal: true })
  await send('key', `POST ${PATH}`, { feature_request_id: 1, comment: TEXTS.markdown, pinned: true })
  await send('key', `POST ${PATH}`, {
    feature_request_id: 1,
    comment: TEXTS.unicode,
    approval_status: 'pending',
  })
  await send('token', `POST ${PATH}`, { feature_request_id: 2, comment: TEXTS.long, parent_id: null })
  await send('token of a person', `POST ${PATH}`, { feature_request_id: 2, comment: 'As a person' })
  await send('customer', `POST ${PATH}`, { feature_request_id: 2, comment: 'No', internal: true })
  await send('customer', `POST ${PATH}`, { feature_request_id: 2, comment: 'No', pinned: true })
  await send('customer', `POST ${PATH}`, {
    feature_request_id: 2,
    comment: 'No',
    approval_status: 'approved',
  })
  await send('key', `POST ${PATH}`, { feature_request_id: 2, comment: 'Other post', parent_id: 1 })
  await send('key', `POST ${PATH}?feature_request_id=2&comment=Query&pinned=0`)
}

async function list({ send, app }: World): Promise<void> {
  await app.database.pool.query(`update comments set created_at = created_at + interval '1 day' where id = 5`)
  for (const who of ['key', 'admin', 'member', 'customer', 'token', 'token of a person', 'stranger'])
    await send(who, `GET ${PATH}`)
  for (const query of [
    'feature_request_id=1',
    'feature_request_id=99999',
    'from_date=2020-03-03',
    'to_date=2020-03-02',
    'from_date=2020-03-03&to_date=2020-03-03&feature_request_id=1',
    'per_page=2',
    'per_page=2&page=2',
    'per_page=2&page=9',
    'feature_request_id=&from_date=',
  ])
    await send('key', `GET ${PATH}?${query}`)
  for (const id of [1, 2, 3, 4, 5, 6]) await send('key', `GET ${PATH}/${id}`)
  for (const who of ['customer', 'token']) for (const id of [1, 3, 4, 6]) await send(who, `GET ${PATH}/${id}`)
}

async function change({ send }: World): Promise<void> {
  await send('key', `PUT ${PATH}/1`, { comment: 'First, changed' })
  await send('key', `PUT ${PATH}/1`, { comment: TEXTS.html, internal: true, pinned: true })
  await send('key', `PUT ${PATH}/1`, { internal: false, pinned: false, approval_status: 'pending' })
  await send('key', `PUT ${PATH}/1`, { approval_status: 'approved' })
  await send('key', `PUT ${PATH}/1`, {})
  await send('key', `PUT ${PATH}/1`, { comment: null, pinned: null })
  await send('customer', `PUT ${PATH}/3`, { comment: 'Mine' })
  await send('customer', `PUT ${PATH}/3`, { pinned: true })
  await send('customer', `PUT ${PATH}/1`, { comment: 'Not mine' })
  await send('member', `PUT ${PATH}/3`, { comment: 'Moderated' })
  await send('token', `PUT ${PATH}/2`, { comment: 'By the app' })
  await send('customer', `DELETE ${PATH}/1`)
  await send('customer', `DELETE ${PATH}/3`)
  await send('key', `DELETE ${PATH}/2`)
  await send('key', `GET ${PATH}/2`, undefined, { note: 'deleted' })
  await send('key', `DELETE ${PATH}/1`)
  await send('key', `DELETE ${PATH}/1`)
  await send('key', `GET ${PATH}`, undefined, { note: 'after deletions' })
  await send('key', 'GET /api/v3/feature_requests/1')
}
