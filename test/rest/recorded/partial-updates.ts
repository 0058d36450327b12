import type { Area } from '../../support/recording/world.ts'

const HOOK = { url: 'https://hooks.example.com/in', events: ['post_created'] }

/** PATCH of comments, customers, tags and webhooks, and single webhooks. */
export const partialUpdates: Area = {
  name: 'partial-updates',
  async play({ send }) {
    await send('key', 'POST /api/v3/feature_requests', { title: 'Post' })
    await send('key', 'POST /api/v3/comments', { feature_request_id: 1, comment: 'One' })
    await send('admin', 'PATCH /api/v3/comments/1', { pinned: true })
    await send('key', 'PATCH /api/v3/comments/1', {})
    await send('customer', 'PATCH /api/v3/comments/1', { comment: 'Not mine' })
    await send('key', 'POST /api/v3/tags', { name: 'Mobile' })
    await send('key', 'PATCH /api/v3/tags/1', { color: '#000' })
    await send('token', 'PATCH /api/v3/tags/1', { name: 'Phones' })
    const { id } = await send('admin', 'POST /api/v3/customers', { email: 'bob@people.example', name: 'Bob' })
    await send('admin', `PATCH /api/v3/customers/${id}`, { labels: ['gold'], starred: true })
    await send('token', 'PATCH /api/v3/customers', {
      email: 'BOB@people.example',
      custom_fields: { seats: 5 },
    })
    await send('admin', 'PATCH /api/v3/customers', { email: 'unknown@people.example', name: 'No' })
    await send('admin', 'PATCH /api/v3/customers', { name: 'No' })
    const hook = await send('admin', 'POST /api/v3/webhooks', HOOK)
    const path = `/api/v3/webhooks/${hook.id}`
    for (const who of ['admin', 'member', 'customer', 'key', 'token', 'stranger'])
      await send(who, `GET ${path}`)
    await send('admin', `PATCH ${path}`, { name: 'Renamed' })
    await send('admin', `PATCH ${path}`, { enabled: false })
    await send('member', `PATCH ${path}`, { name: 'No' })
    await send('admin', `GET ${path}`, undefined, { note: 'after changes' })
    await send('token', 'GET /api/v3/webhooks/1')
    await send('token', 'PATCH /api/v3/webhooks/1', { events: ['post_updated'] })
  },
}
