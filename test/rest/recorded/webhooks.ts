import type { DeliveryState } from '../../../src/db/generated/tables.ts'
import type { EventType } from '../../../src/events/catalogue.ts'
import { putDelivery } from '../../support/fixtures/deliveries.ts'
import type { Area, World } from '../../support/recording/world.ts'

const PATH = '/api/v3/webhooks'
const URL = 'https://hooks.example.com/in?a=1&b=2'
const EVENTS = ['post_created', 'changelog_published']

/** Webhooks with their deliveries. */
export const webhooks: Area = {
  name: 'webhooks',
  async play(world) {
    await create(world)
    await change(world)
    await deliveries(world)
    await remove(world)
  },
}

async function create({ send }: World): Promise<void> {
  await send('admin', `GET ${PATH}`)
  await send('admin', `POST ${PATH}`, { url: URL, events: EVENTS })
  await send('admin', `POST ${PATH}`, {
    name: 'Größe & 🎉',
    url: 'https://hooks.example.com',
    events: ['post_updated', 'post_created', 'post_updated'],
    document: 'subscription { events { id } }',
  })
  await send('token', `POST ${PATH}`, { url: URL, events: 'post_created', document: null })
  await send('admin', `POST ${PATH}`, { url: URL, events: EVENTS, document: 'query { me { id } }' })
  await send('admin', `POST ${PATH}`, { url: URL, events: EVENTS, document: 'subscription { events {' })
  await send('admin', `POST ${PATH}`, { url: URL, events: EVENTS, document: 'subscription { nothing }' })
  for (const url of [
    'http://hooks.example.com',
    'ftp://x.example',
    'https://127.0.0.1/',
    'https://u:p@x.example/',
    'x',
  ])
    await send('admin', `POST ${PATH}`, { url, events: EVENTS })
  for (const who of ['member', 'customer', 'key', 'session', 'token of a person'])
    await send(who, `POST ${PATH}`, { url: URL, events: EVENTS })
  for (const who of ['admin', 'member', 'customer', 'key', 'token', 'stranger'])
    await send(who, `GET ${PATH}`)
  for (const page of ['per_page=1', 'per_page=1&page=2', 'per_page=1&page=9'])
    await send('admin', `GET ${PATH}?${page}`)
}

async function change({ send }: World): Promise<void> {
  const found = (await send('admin', `GET ${PATH}`)).webhooks as { id: number; url: string }[]
  const id = found.find(({ url }) => url === URL)?.id
  await send('admin', `PUT ${PATH}/${id}`, {
    name: 'Renamed',
    url: 'https://other.example/',
    events: ['post_updated'],
  })
  await send('admin', `PUT ${PATH}/${id}`, { document: 'subscription { events { id type } }' })
  await send('admin', `PUT ${PATH}/${id}`, { document: null })
  await send('admin', `PUT ${PATH}/${id}`, { enabled: false })
  await send('admin', `PUT ${PATH}/${id}`, { enabled: false })
  await send('admin', `PUT ${PATH}/${id}`, { enabled: true })
  await send('admin', `PUT ${PATH}/${id}`, {})
  await send('admin', `PUT ${PATH}/1`, { url: URL })
  await send('token', `PUT ${PATH}/1`, { name: 'By an app' })
  await send('token', `PUT ${PATH}/1`, {
    events: ['post_updated'],
    document: 'subscription { events { id } }',
  })
  await send('token', `PUT ${PATH}/${id}`, { name: 'By an app' })
  await send('member', `PUT ${PATH}/${id}`, { name: 'No' })
  await send('admin', `PUT ${PATH}/${id}`, { events: [] })
  await send('admin', `PUT ${PATH}/${id}`, { url: 'https://10.0.0.1/' })
}

async function deliveries(world: World): Promise<void> {
  const { send } = world
  const { id } = await send('admin', `POST ${PATH}`, { url: URL, events: EVENTS })
  const path = `${PATH}/${id}/deliveries`
  await send('admin', `GET ${path}`, undefined, { note: 'none' })
  const rows: { state: DeliveryState; type: EventType; attempts: number; day: string }[] = [
    { state: 'failed', type: 'post_created', attempts: 3, day: '2020-03-01' },
    { state: 'pending', type: 'changelog_published', attempts: 1, day: '2020-03-02' },
    { state: 'succeeded', type: 'post_created', attempts: 1, day: '2020-03-03' },
    { state: 'held', type: 'webhook_test', attempts: 0, day: '2020-03-04' },
    { state: 'canceled', type: 'post_created', attempts: 0, day: '2020-03-05' },
  ]
  for (const { day, ...row } of rows)
    await putDelivery(world.app, world.tenant, id, { ...row, createdAt: new Date(`${day}T08:00:00Z`) })
  await world.app.database.pool.query(
    `update delivery_attempts set created_at = created_at + number * interval '1 hour' + delivery_id * interval '1 minute'`,
  )
  const found = (await send('admin', `GET ${path}`)).deliveries as { id: number; state: string }[]
  for (const query of [
    'states=failed',
    'states=failed,pending',
    'states[]=held&states[]=canceled',
    'events=webhook_test',
    'events=post_created&states=succeeded',
    'from_date=2020-03-03',
    'to_date=2020-03-02',
    'per_page=2',
    'per_page=2&page=3',
    'per_page=2&page=4',
  ])
    await send('admin', `GET ${path}?${query}`)
  for (const who of ['token', 'member', 'customer', 'key', 'stranger']) await send(who, `GET ${path}`)
  for (const { id: delivery, state } of found)
    await send('admin', `POST ${path}/${delivery}/redeliver`, undefined, { note: state })
  const [last] = found
  for (const who of ['token', 'member', 'key', 'stranger'])
    await send(who, `POST ${path}/${last?.id}/redeliver`, {})
  await send('admin', `POST ${PATH}/1/deliveries/${last?.id}/redeliver`, undefined, {
    note: 'of another webhook',
  })
  await send('admin', `GET ${path}`, undefined, { note: 'after redeliveries' })
}

async function remove({ send }: World): Promise<void> {
  const found = (await send('admin', `GET ${PATH}`)).webhooks as { id: number }[]
  await send('member', `DELETE ${PATH}/${found[0]?.id}`)
  await send('token', `DELETE ${PATH}/${found.at(-1)?.id}`)
  await send('token', `DELETE ${PATH}/1`)
  await send('token', `POST ${PATH}`, { url: URL, events: 'post_created', document: null })
  for (const { id } of found) await send('admin', `DELETE ${PATH}/${id}`)
  await send('admin', `DELETE ${PATH}/${found[0]?.id}`)
  await send('admin', `GET ${PATH}`, undefined, { note: 'after deletions' })
}
