import { afterEach, expect, test } from 'vitest'
import { adoptDatabaseTime, timeOfUpdate } from '../../src/db/time.ts'
import { followTime, now, setClock } from '../../src/lib/time/clock.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const HOUR_MS = 3_600_000

afterEach(async () => {
  setClock(null)
  await adoptDatabaseTime(app.services.db)
})

/** The difference between the clock of this process and its system clock, in whole hours. */
const hoursAhead = () => Math.round((now().getTime() - Date.now()) / HOUR_MS)

test('a process follows the database time, forward and back', async () => {
  const at = Date.now()
  followTime(new Date(at + 2 * HOUR_MS), [at, at])
  expect(hoursAhead()).toBe(2)
  await adoptDatabaseTime(app.services.db)
  expect(hoursAhead()).toBe(0)
})

test('a reading that the clock may have shown, or during which it was set, changes nothing', () => {
  const at = Date.now()
  followTime(new Date(at - HOUR_MS), [at, at])
  expect(hoursAhead()).toBe(-1)
  followTime(new Date(at), [at - HOUR_MS, at + 2 * HOUR_MS])
  expect(hoursAhead()).toBe(-1)
  followTime(new Date(at), [at, at - HOUR_MS])
  expect(hoursAhead()).toBe(-1)
})

test('a reading that took long moves the clock no further than it proves', () => {
  const at = Date.now()
  followTime(new Date(at), [at - 5 * HOUR_MS, at - 3 * HOUR_MS])
  expect(hoursAhead()).toBe(3)
})

test('an update is later than the one before, although the clock was set back', () => {
  const updatedAt = new Date(now().getTime() + HOUR_MS)
  expect(timeOfUpdate({ updatedAt })).toEqual(new Date(updatedAt.getTime() + 1))
  const at = new Date(updatedAt.getTime() + HOUR_MS)
  expect(timeOfUpdate({ updatedAt }, at)).toEqual(at)
})

test.each(['Roadmap', 'Bucket', 'Tag', 'Status', 'ChangelogLabel'])(
  'an update of a %s since which the clock was set back is not overwritten',
  async (type) => {
    const title = type === 'Roadmap' ? 'title' : 'name'
    const noun = type.charAt(0).toLowerCase() + type.slice(1)
    const kind = type === 'Status' ? ', kind: PLANNED' : ''
    const asAdmin = (text: string, variables = {}) => run(app, tenant.keyAndAdmin, text, variables)
    const created = await asAdmin(
      `mutation { create${type}(input: { ${title}: "Soon"${kind} }) { ${noun} { id updatedAt } } }`,
    )
    const { id, updatedAt } = created[`create${type}`][noun]
    const update = `mutation ($id: ID!, $text: String!, $since: DateTime) { update${type}(input: {
      id: $id, ${title}: $text, ifUnchangedSince: $since }) { ${noun} { id } } }`
    setClock(() => new Date(Date.now() - HOUR_MS))
    await asAdmin(update, { id, text: 'Of another person' })
    const late = await refusal(app, tenant.keyAndAdmin, update, { id, text: 'Late', since: updatedAt })
    expect(late).toMatchObject({ code: 'CONFLICT' })
  },
)

test.each([
  {
    what: 'customer that an import has changed',
    create: 'createCustomer(input: { email: "ada@people.example" }) { object: customer { id updatedAt } }',
    change: () =>
      'importCustomers(input: { entries: [{ email: "ada@people.example", name: "Imported" }] }) { failures { index } }',
    update: (id: string) => `updateCustomer(input: { customer: { id: "${id}" }, name: "Late", `,
  },
  {
    what: 'bucket that another person has moved',
    create: 'createBucket(input: { name: "Moved" }) { object: bucket { id updatedAt } }',
    change: (id: string, first: string) =>
      `moveBucket(input: { id: "${id}", position: { beforeId: "${first}" } }) { bucket { id } }`,
    update: (id: string) => `updateBucket(input: { id: "${id}", name: "Late", `,
  },
  {
    what: 'webhook that another person has disabled',
    create: `createWebhook(input: { url: "https://hooks.example/in", events: [POST_CREATED] }) {
      object: webhook { id updatedAt } }`,
    change: (id: string) => `updateWebhook(input: { id: "${id}", enabled: false }) { webhook { id } }`,
    update: (id: string) => `updateWebhook(input: { id: "${id}", name: "Late", `,
  },
  {
    what: 'post that another person has merged',
    create: 'createPost(input: { title: "Merged" }) { object: post { id updatedAt } }',
    change: async (id: string) => {
      const { made } = await run(
        app,
        tenant.keyAndAdmin,
        'mutation { made: createPost(input: { title: "Parent" }) { post { id } } }',
      )
      return `mergePosts(input: { id: "${made.post.id}", postIds: ["${id}"] }) { post { id } }`
    },
    update: (id: string) => `updatePost(input: { id: "${id}", title: "Late", `,
  },
])('a $what since the clock was set back is not overwritten', async ({ create, change, update }) => {
  const asAdmin = (text: string) => run(app, tenant.keyAndAdmin, text)
  const first = (await asAdmin('{ buckets(first: 1) { nodes { id } } }')).buckets.nodes[0].id
  const { made } = await asAdmin(`mutation { made: ${create} }`)
  const { id, updatedAt } = made.object
  setClock(() => new Date(Date.now() - HOUR_MS))
  await asAdmin(`mutation { ${await change(id, first)} }`)
  const late = `mutation { ${update(id)} ifUnchangedSince: "${updatedAt}" }) { clientMutationId } }`
  expect(await refusal(app, tenant.keyAndAdmin, late)).toMatchObject({ code: 'CONFLICT' })
})
