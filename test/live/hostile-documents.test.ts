import { describe, expect, test } from 'vitest'
import { readEvents } from '../support/clients/event-streams.ts'
import { fanOf, hostileDocuments } from '../support/fixtures/hostile-documents.ts'
import { connect } from '../support/clients/sockets.ts'
import { cpuTime } from '../support/cpu-time.ts'
import { useApp, useTenant } from '../support/use.ts'

/** Ten times the cost of the most expensive document on an idle machine, compilation included. */
const MAX_CPU_MS = 1_500

const app = useApp()
const tenant = useTenant(app)

/**
 * The transports of an operation. Each function resolves with the errors once the operation was answered or
 * has started.
 */
const WAYS: [name: string, send: (query: string) => Promise<unknown>][] = [
  ['HTTP', async (query) => (await app.graphql(query, {}, tenant.key)).body.errors as unknown],
  [
    'server-sent events',
    async (query) => {
      const reader = await readEvents(app, query, tenant.key)
      reader.close()
      return reader.body?.errors as unknown
    },
  ],
  [
    'WebSocket',
    async (query) => {
      const client = await connect(app, tenant.key)
      client.subscribe('1', query)
      // An operation that is answered immediately is answered before this one.
      client.subscribe('2', '{ __typename }')
      await client.received(({ id, type }) => id === '2' && type === 'next')
      client.socket.close()
      return client.messages.find(({ id, type }) => id === '1' && type === 'error')?.payload as unknown
    },
  ],
]

describe.each(WAYS)('over %s', (_way, send) => {
  test.each([
    ['subscription', 'Subscription', 'events { id }'],
    ['query', 'Query', '__typename'],
    ['mutation', 'Mutation', '__typename'],
  ])('rejects a %s whose fragments multiply before it follows them', async (kind, type, root) => {
    // 506 million fields in 3.7 kB.
    const query = `${kind} { ...f0 } ${fanOf(4, 150, type, root)}`
    let errors: unknown
    expect(await cpuTime(async () => (errors = await send(query)))).toBeLessThan(MAX_CPU_MS)
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('selects more than 3000 fields'),
        extensions: { code: 'INVALID_PARAM', status: 400 },
      },
    ])
  })

  test.each([1, 2, 3])('keeps the cost of every document within its bound, seed %i', async (seed) => {
    const dear: string[] = []
    for (const { name, query } of hostileDocuments(seed, 84)) {
      // An operation is compiled at its third request.
      for (let times = 1; times <= 3; times++) {
        const cpu = await cpuTime(() => send(query))
        if (cpu > MAX_CPU_MS) dear.push(`${name}: ${cpu} ms\n${query}`)
      }
    }
    expect(dear).toEqual([])
    expect((await app.graphql('{ __typename }')).status).toBe(200)
  })
})
