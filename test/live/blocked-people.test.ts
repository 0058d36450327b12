import { beforeEach, describe, expect, test } from 'vitest'
import { stopClock } from '../support/clock.ts'
import { credentialsChecked } from '../support/credentials-checked.ts'
import { run } from '../support/clients/operations.ts'
import { readEvents } from '../support/clients/event-streams.ts'
import { connect, subscriptionsOpen, until } from '../support/clients/sockets.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const here = useApp()
/** Another server on the same database, with caches of its own. */
const there = useApp({ beside: here })
let tenant: Tenant
let customer: Headers
let events: string

beforeEach(async () => {
  // Unchanged credentials are not checked again, unless a change is detected.
  stopClock()
  tenant = await createTenant(here)
  customer = await tenant.sso({ email: 'bob@people.example' })
  const { buckets } = await run(here, customer, '{ buckets { nodes { id } } }')
  events = `subscription { bucketEvents(bucketId: "${buckets.nodes[0].id}") { type } }`
})

const createPost = () =>
  here.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body: { title: 'x' } })
const block = () =>
  here.database.pool.query(
    `update users set blocked = true where email = 'bob@people.example' and organization_id = $1`,
    [tenant.organization.id],
  )

describe.each(['MEMBERS', 'PUBLIC'])('in an organization with visibility %s', (visibility) => {
  beforeEach(() => openPortal(here, tenant, { visibility }))

  test('the subscriptions of a person end when the team blocks them', async () => {
    const socket = await connect(there, customer)
    socket.subscribe('1', events)
    const stream = await readEvents(there, events, customer)
    await subscriptionsOpen(there, 1)
    await createPost()
    await stream.received(1)
    await socket.received(({ type }) => type === 'next')
    await credentialsChecked(async (text) => (await here.database.pool.query(text)).rows)
    expect([socket.closed, stream.ended]).toEqual([null, false])

    await block()
    expect(await until(() => socket.closed !== null && stream.ended)).toBe(true)
    const refusal = { message: 'You have been blocked by the team', extensions: { status: 403 } }
    expect(socket.messages.at(-1)).toMatchObject({ id: '1', type: 'error', payload: [refusal] })
    expect(stream.events.at(-2)).toMatchObject({ event: 'next', data: { errors: [refusal] } })
  })

  test('a blocked person subscribes to nothing', async () => {
    const socket = await connect(there, customer)
    await block()
    socket.subscribe('1', events)
    expect(await socket.received(({ id }) => id === '1')).toMatchObject({
      type: 'error',
      payload: [{ message: 'You have been blocked by the team' }],
    })
    socket.socket.close()
  })
})
