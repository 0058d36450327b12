import { SYSTEM } from '../../../src/events/actor.ts'
import { unmergePost } from '../../../src/modules/posts/merging/unmerge-post.ts'
import type { Area, World } from '../../support/recording/world.ts'
import { addBuckets, follow, merge, TEXTS, vote } from './board.ts'

const PATH = '/api/v3/feature_requests'

/** Posts: creation, also on behalf of others, change, visibility, merges and deletion. */
export const posts: Area = {
  name: 'posts',
  async play(world) {
    await addBuckets(world)
    await create(world)
    await read(world)
    await change(world)
    await combine(world)
    await remove(world)
  },
}

async function create({ send }: World): Promise<void> {
  for (const name of ['Mobile', 'API']) await send('key', 'POST /api/v3/tags', { name })
  await send('key', `POST ${PATH}`, { title: 'Dark mode' })
  await send('key', `POST ${PATH}`, {
    title: `  ${TEXTS.unicode}  `,
    description: TEXTS.html,
    bucket_id: 1,
    tag_ids: [2, 1],
    state_id: 2,
    approval_status: 'pending',
  })
  await send('admin', `POST ${PATH}`, { title: 'Dark mode', description: TEXTS.markdown, tag_ids: '1,2' })
  await send('member', `POST ${PATH}`, { title: 'Long', description: TEXTS.long, tag_ids: [] })
  await send('customer', `POST ${PATH}`, { title: 'A wish', description: null })
  await send('customer', `POST ${PATH}`, { title: 'Reviewed', bucket_id: 4 })
  await send('customer', `POST ${PATH}`, { title: 'Secret', bucket_id: 3 })
  await send('customer', `POST ${PATH}`, { title: 'Approved', approval_status: 'approved' })
  await send('admin', `POST ${PATH}`, { title: 'Secret', bucket_id: 3, description: '' })
  await send('token', `POST ${PATH}`, { title: 'By an app', bucket_id: '5', state_id: '3' })
  await send('token of a person', `POST ${PATH}`, { title: 'By a person' })
  await send('key', `POST ${PATH}?title=From%20the%20query&tag_ids[]=1`)
  await send('key', `POST ${PATH}`, { title: 'Strange', bucket_id: null, tag_ids: null, state_id: '' })
  const behalf = `POST ${PATH}/post_on_behalf`
  await send('admin', behalf, { title: 'For Bob', email: 'Bob@People.example', name: 'Bob 🎩' })
  await send('admin', behalf, { title: 'For Bob again', email: 'bob@people.example', name: 'Robert' })
  await send('member', behalf, {
    title: 'For Ann',
    email: 'ann@people.example',
    name: null,
    description: TEXTS.markdown,
    bucket_id: 5,
    tag_ids: [1],
    state_id: 4,
    approval_status: 'pending',
  })
  await send('token', behalf, { title: 'For Cid', email: 'cid@people.example' })
  await send('key', behalf, { title: 'For Cid', email: 'cid@people.example' })
}

async function read(world: World): Promise<void> {
  const { send } = world
  await vote(world, 'ann@people.example', 'up', 1, 3)
  await vote(world, 'bob@people.example', 'down', 1)
  for (const id of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) await send('key', `GET ${PATH}/${id}`)
  for (const who of ['admin', 'member', 'customer', 'token', 'token of a person'])
    for (const id of [1, 2, 6, 8]) await send(who, `GET ${PATH}/${id}`)
  await send('key', `GET ${PATH}/8`, undefined, { headers: { 'ALLOW-PRIVATE': 'true' } })
  await send('stranger', `GET ${PATH}/1`)
  await send('key', `HEAD ${PATH}/1`)
  await send('none', `OPTIONS ${PATH}/1`, undefined, {
    headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'PUT' },
  })
}

async function change({ send }: World): Promise<void> {
  await send('key', `PUT ${PATH}/1`, {
    title: 'Darker mode',
    description: TEXTS.html,
    bucket_id: 5,
    approval_status: 'pending',
    state_id: 3,
    tag_ids: [2],
    hidden: true,
  })
  await send('key', `GET ${PATH}/1`)
  await send('customer', `GET ${PATH}/1`)
  await send('key', `PATCH ${PATH}/1`, { approval_status: 'approved', hidden: false })
  await send('admin', `PATCH ${PATH}/1`, { status: 'completed' })
  await send('admin', `PATCH ${PATH}/1`, { status: 'planned', state_id: 1 })
  await send('member', `PUT ${PATH}/1`, {})
  await send('key', `PUT ${PATH}/1`, { title: null, description: null, bucket_id: null, hidden: null })
  await send('key', `PATCH ${PATH}/1?title=Queried&hidden=1`)
  await send('token', `PATCH ${PATH}/1`, { description: '', tag_ids: '', hidden: 'false' })
  await send('customer', `PATCH ${PATH}/5`, { title: 'My wish' })
  await send('customer', `PATCH ${PATH}/5`, { status: 'completed' })
  await send('customer', `PATCH ${PATH}/3`, { title: 'Not mine' })
}

async function combine(world: World): Promise<void> {
  const { send, prepare } = world
  await send('key', 'POST /api/v3/comments', { feature_request_id: 3, comment: 'Moves along' })
  await follow(world, 'bob@people.example', 3)
  await merge(world, 1, 3, 4)
  for (const id of [1, 3, 4]) await send('key', `GET ${PATH}/${id}`, undefined, { note: 'merged' })
  await send('key', 'GET /api/v3/comments?feature_request_id=1', undefined, { note: 'merged' })
  await send('key', `PUT ${PATH}/3`, { title: 'Merged post' })
  await send('key', 'POST /api/v3/comments', { feature_request_id: 3, comment: 'To a merged post' })
  await prepare((tx, organizationId) => unmergePost(tx, organizationId, 3, SYSTEM))
  for (const id of [1, 3]) await send('key', `GET ${PATH}/${id}`, undefined, { note: 'unmerged' })
  await send('key', 'GET /api/v3/comments?feature_request_id=3', undefined, { note: 'unmerged' })
}

async function remove({ send }: World): Promise<void> {
  await send('customer', `DELETE ${PATH}/1`)
  await send('customer', `DELETE ${PATH}/5`)
  await send('key', `DELETE ${PATH}/1`)
  await send('key', `DELETE ${PATH}/1`)
  await send('key', `GET ${PATH}/1`, undefined, { note: 'deleted' })
  await send('key', `GET ${PATH}/4`, undefined, { note: 'its parent deleted' })
  await send('admin', `DELETE ${PATH}/2`)
  await send('token', `DELETE ${PATH}/3`)
}
