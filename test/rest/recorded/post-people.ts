import type { Area, World } from '../../support/recording/world.ts'
import { addBuckets } from './scenario.ts'

const PATH = '/api/v3/feature_requests'
const VOTES = '/api/v3/votes_on_behalf'

/** People of posts: submissions by e-mail, voters, subscribers, and merges of their posts. */
export const postPeople: Area = {
  name: 'post-people',
  async play(world) {
    await addBuckets(world)
    await submit(world)
    await voteOnBehalf(world)
    await subscribe(world)
    await merge(world)
  },
}

async function submit({ send }: World): Promise<void> {
  const path = `POST ${PATH}/submit`
  const toad = { title: 'Toad', description: 'A <b>link</b>', email: 'Toad@Pond.example', bucket_id: 5 }
  await send('key', path, toad)
  await send('key', path, { title: 'Without an address' })
  await send('key', path, { title: 'Empty address', email: '', bucket_id: '' })
  await send('member', path, { title: 'For Ann', email: 'ann@people.example' })
  await send('customer', path, { title: 'My own', email: 'ann@people.example', bucket_id: 4 })
  await send('customer', path, { title: 'Not mine', email: 'toad@pond.example' })
  await send('token', path, { title: 'By an app', email: 'cid@people.example' })
  await send('key', `${path}?title=Queried&email=bob%40people.example`)
  for (const query of ['', '?per_page=2', '?per_page=2&page=2', '?page=99'])
    await send('key', `GET ${PATH}/latest${query}`)
  for (const who of ['customer', 'token', 'stranger']) await send(who, `GET ${PATH}/latest?per_page=1`)
}

async function voteOnBehalf({ send }: World): Promise<void> {
  const vote = (body: object, who = 'admin') => send(who, `POST ${VOTES}`, { feature_request_id: 1, ...body })
  await vote({ by_email: 'bob@people.example' })
  await vote({ by_email: 'BOB@people.example', vote: 'down' })
  await vote({ by_email: 'new@people.example', name: 'Nia 🎩' })
  await vote({ by_email: 'ada@acme.example', email: 'eve@people.example' }, 'member')
  await vote({ by_email: 'ann@people.example', vote: 'up' }, 'customer')
  await vote({ by_email: 'bob@people.example' }, 'customer')
  await vote({ vote: 'down' }, 'token')
  await vote({})
  await send('admin', `POST ${VOTES}?feature_request_id=2&by_email=bob%40people.example`)
  for (const query of ['', '?per_page=2', '?per_page=2&page=2', '?vote=down'])
    await send('key', `GET ${PATH}/1/voters${query}`)
  for (const who of ['member', 'customer', 'token']) await send(who, `GET ${PATH}/1/voters?per_page=1`)
  const body = { feature_request_id: 1, by_email: 'bob@people.example' }
  for (const who of ['customer', 'admin', 'admin']) await send(who, `DELETE ${VOTES}`, body)
  await send('token', `DELETE ${VOTES}?feature_request_id=1`)
  await send('key', `GET ${PATH}/1/voters`, undefined, { note: 'after removals' })
}

async function subscribe({ send }: World): Promise<void> {
  const path = `${PATH}/1/subscribers`
  await send('key', `POST ${path}`, { email: 'Bob@People.example' })
  await send('member', `POST ${path}`, { email: 'sue@people.example', name: 'Sue' })
  await send('customer', `POST ${path}`, { email: 'ann@people.example' })
  await send('customer', `POST ${path}`, { email: 'sue@people.example' })
  await send('token', `POST ${path}?email=bob%40people.example`)
  for (const query of ['', '?per_page=2', '?per_page=2&page=2']) await send('key', `GET ${path}${query}`)
  for (const who of ['admin', 'customer', 'token']) await send(who, `GET ${path}?per_page=1`)
  await send('customer', `DELETE ${path}`, { email: 'bob@people.example' })
  await send('key', `DELETE ${path}`, { email: 'bob@people.example' })
  await send('key', `DELETE ${path}?email=nobody%40people.example`)
  await send('key', `GET ${path}`, undefined, { note: 'after removals' })
}

async function merge({ send }: World): Promise<void> {
  await send('key', 'POST /api/v3/comments', { feature_request_id: 2, comment: 'Moves along' })
  await send('admin', `POST ${PATH}/1/merge_posts`, { child_feature_request_ids: [2, 3] })
  await send('member', `POST ${PATH}/1/merge_posts`, { child_feature_request_ids: '4' })
  await send('token', `POST ${PATH}/1/merge_posts`, { child_feature_request_ids: ['6'] })
  await send('admin', `POST ${PATH}/1/merge_posts`, { child_feature_request_ids: [6] })
  for (const query of ['', '?per_page=2', '?per_page=2&page=2'])
    await send('key', `GET ${PATH}/1/merge_posts${query}`)
  for (const who of ['customer', 'token']) await send(who, `GET ${PATH}/1/merge_posts?per_page=1`)
  await send('admin', `POST ${VOTES}`, { feature_request_id: 2, by_email: 'bob@people.example' })
  await send('admin', `DELETE ${PATH}/unmerge/2`)
  await send('token', `DELETE ${PATH}/unmerge/3`)
  await send('admin', `DELETE ${PATH}/unmerge/3`)
  for (const id of [1, 2]) await send('key', `GET ${PATH}/${id}`, undefined, { note: 'unmerged' })
}
