import { expect, test } from 'vitest'
import { randomOf } from '../../src/seed/random.ts'
import { storedEvents } from '../soak/checks/stored-events.ts'
import { allKinds } from '../soak/kinds/all.ts'
import type { SoakPostgres } from '../soak/postgres.ts'
import { SUBSCRIPTION } from '../soak/streams/subscription.ts'
import { postRecording } from '../support/contract/recorded-events.ts'
import { allEvents } from '../support/clients/event-pages.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const postgres = {
  query: async (text: string, values?: unknown[]) => (await app.database.pool.query(text, values)).rows,
} as SoakPostgres

test('the soak test reads the log as subscribers do', async () => {
  const { post, update, asTeam } = postRecording(app, tenant)
  const anchor = await post('Base')
  const id = await post('soak-post-1 v0')
  await update(id, { title: 'soak-post-1 v1' })
  await asTeam('mutation ($id: ID!) { deletePost(input: { id: $id }) { deletedPostId } }', {
    id: `post_${id}`,
  })
  await expect.poll(async () => (await allEvents(app, tenant.key)).length).toBe(4)
  const events = await allEvents(app, tenant.key)
  const [first] = events
  const stored = await storedEvents(postgres, tenant.organization.id, first?.id ?? anchor)
  expect(stored.map(({ name }) => name)).toEqual([
    'post_created soak-post-1 v0',
    'post_updated soak-post-1 v1',
    'post_deleted soak-post-1',
  ])
  expect(stored.map(({ id: eventId }) => eventId)).toEqual(events.slice(1).map(({ id: eventId }) => eventId))
  const types = stored.map(({ type }) => type.toUpperCase())
  expect(types.filter((type) => !SUBSCRIPTION.includes(type))).toEqual([])
})

test('the soak test reads the stored rows of each kind', async () => {
  const world = { tenant, voters: [], posts: [], anchor: '' }
  for (const { stored } of allKinds(world, randomOf(1, 'kinds')))
    expect(await postgres.query(stored, [tenant.organization.id])).toBeInstanceOf(Array)
})
