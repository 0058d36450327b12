import type { Area, World } from '../../support/recording/world.ts'
import { addBuckets, merge, vote } from './scenario.ts'

const PATH = '/api/v3/feature_requests'
const PRIVATE = { headers: { 'ALLOW-PRIVATE': 'true' } }

const FILTERS = [
  'bucket_id=1',
  'bucket_id=5',
  'bucket_id=3',
  'bucket_id=99999',
  'approval_status=pending',
  'approval_status=approved',
  'submitter_emails=bob@people.example',
  'submitter_emails[]=BOB@people.example&submitter_emails[]=cid@people.example',
  'interactor_emails=ann@people.example',
  'interactor_emails=ann@people.example,bob@people.example',
  'tag_ids=1',
  'tag_ids=1,2',
  'tag_ids[]=1&tag_ids[]=2',
  'tag_ids=99999',
  'states=planned',
  'states[]=planned&states[]=completed',
  'states=no-such-state',
  'from_date=2020-03-03',
  'to_date=2020-03-02',
  'from_date=2020-03-02&to_date=2020-03-02',
  'from_date=2020-03-04&to_date=2020-03-01',
  'bucket_id=1&tag_ids=1&states=planned&approval_status=approved&from_date=2020-01-01&sort=top',
  'bucket_id=&tag_ids=&states=&from_date=&sort=',
]
const SORTS = [
  'top',
  'latest_created_at',
  'oldest_created_at',
  'latest_updated_at',
  'oldest_updated_at',
  'odd',
]

/** The list of posts with all filters, sorts and pages. */
export const postLists: Area = {
  name: 'post-lists',
  async play(world) {
    const { send } = world
    await send('key', `GET ${PATH}`, undefined, { note: 'empty' })
    await addBuckets(world)
    await fill(world)
    for (const who of ['key', 'admin', 'member', 'customer', 'token', 'token of a person'])
      await send(who, `GET ${PATH}`)
    for (const who of ['key', 'admin', 'customer', 'token'])
      await send(who, `GET ${PATH}`, undefined, PRIVATE)
    await send('key', `GET ${PATH}`, undefined, { headers: { 'ALLOW-PRIVATE': '0' } })
    for (const sort of SORTS) await send('key', `GET ${PATH}?sort=${sort}`)
    for (const filter of FILTERS) await send('key', `GET ${PATH}?${filter}`)
    await send('key', `GET ${PATH}?bucket_id=3`, undefined, PRIVATE)
    for (const page of [
      'per_page=3',
      'per_page=3&page=2',
      'per_page=3&page=4',
      'per_page=100',
      'page=2147483648',
    ])
      await send('key', `GET ${PATH}?${page}`)
    await send('key', `GET ${PATH}?sort=top&per_page=2&page=2&states[]=under-review&q=%22a%20b%22`)
    await send('stranger', `GET ${PATH}`)
  },
}

async function fill(world: World): Promise<void> {
  const { send } = world
  for (const name of ['Mobile', 'API']) await send('key', 'POST /api/v3/tags', { name })
  const behalf = (email: string, fields: object) =>
    send('admin', `POST ${PATH}/post_on_behalf`, { email, ...fields })
  await behalf('bob@people.example', { title: 'One', tag_ids: [1], state_id: 2 })
  await behalf('bob@people.example', { title: 'Two', tag_ids: [1, 2], state_id: 3, bucket_id: 5 })
  await behalf('cid@people.example', { title: 'Three', tag_ids: [2], approval_status: 'pending' })
  await behalf('cid@people.example', { title: 'Four', bucket_id: 3 })
  await behalf('ann@people.example', { title: 'Five', bucket_id: 4, description: '<p>Five</p>' })
  await send('key', `POST ${PATH}`, { title: 'Six' })
  await send('key', `POST ${PATH}`, { title: 'Seven' })
  await send('key', `PATCH ${PATH}/7`, { hidden: true })
  await send('key', `POST ${PATH}`, { title: 'Eight' })
  await send('key', `POST ${PATH}`, { title: 'Nine', state_id: 4 })
  await send('key', `PATCH ${PATH}/1`, { title: 'One, changed' })
  await vote(world, 'ann@people.example', 'up', 1, 2, 6)
  await vote(world, 'bob@people.example', 'up', 2, 4)
  await vote(world, 'cid@people.example', 'down', 2)
  await merge(world, 6, 8)
  await world.app.database.pool.query(
    `update posts set created_at = created_at + interval '1 day' where id in (2, 5)`,
  )
}
