import { beforeAll, expect, test } from 'vitest'
import { usedMemory } from '../support/memory.ts'
import { connect, subscriptionsOpen } from '../support/clients/sockets.ts'
import { useApp, useTenant } from '../support/use.ts'

const COUNT = 40
const CHARACTERS = 500_000

const app = useApp({ quotas: { subscriptionCost: 1_000_000_000 } })
const tenant = useTenant(app)

// The first operation loads modules, which take memory too.
beforeAll(async () => {
  const { status } = await app.graphql('{ __typename }', {}, tenant.key)
  expect(status).toBe(200)
})

const EVENTS =
  'subscription ($c: String) { events { ... on PostEvent { post { comments(after: $c) { nodes { id } } } } } }'

/** How much more memory is used after something, in characters of one byte. */
async function growth(act: () => Promise<void>): Promise<number> {
  const before = await usedMemory()
  await act()
  return (await usedMemory()) - before
}

test('what a message brings besides its operation is not kept while the subscription is open', async () => {
  const client = await connect(app, tenant.key)
  const grown = await growth(async () => {
    for (let index = 0; index < COUNT; index++)
      client.send({
        id: `${index}`,
        type: 'subscribe',
        payload: {
          query: EVENTS,
          variables: { c: 'c' },
          extensions: { filling: `${index}`.repeat(CHARACTERS) },
        },
      })
    await subscriptionsOpen(app, COUNT)
  })
  expect(grown).toBeLessThan((COUNT * CHARACTERS) / 4)
  client.socket.close()
  await subscriptionsOpen(app, 0)
})

test('subscriptions that share a group keep one document and one set of variables', async () => {
  const client = await connect(app, tenant.key)
  const grown = await growth(async () => {
    for (let index = 0; index < COUNT; index++)
      client.subscribe(`${index}`, `${EVENTS} # ${index}`, { c: 'c'.repeat(CHARACTERS) })
    await subscriptionsOpen(app, COUNT)
  })
  expect(grown).toBeLessThan((COUNT * CHARACTERS) / 4)
  client.socket.close()
  await subscriptionsOpen(app, 0)
})

test('a group keeps its variables once', async () => {
  const client = await connect(app, tenant.key)
  const grown = await growth(async () => {
    for (let index = 0; index < COUNT; index++)
      client.subscribe(`${index}`, EVENTS, { c: `${index} ${'c'.repeat(CHARACTERS)}` })
    await subscriptionsOpen(app, COUNT)
  })
  expect(grown).toBeLessThan(COUNT * CHARACTERS * 1.5)
  client.socket.close()
  await subscriptionsOpen(app, 0)
})
