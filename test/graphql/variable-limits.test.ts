import { expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { connect } from '../support/clients/sockets.ts'
import { cpuTime } from '../support/cpu-time.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const INVALID = { code: 'INVALID_PARAM', status: 400 }

const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`v${n}`, n]))
const MANY: [name: string, sent: object, message: string][] = [
  ['60,000 variables', { variables: members(60_000) }, '"variables" has more than 500 members'],
  [
    'a list of 60,000',
    { variables: { a: Array(60_000).fill(1) } },
    '"variables" holds more than 50000 values',
  ],
  ['an object of 60,000', { variables: { a: members(60_000) } }, '"variables" holds more than 50000 values'],
  [
    'lists of 60,000 together',
    { variables: { a: Array(300).fill(Array(200).fill(1)) } },
    '"variables" holds more than 50000 values',
  ],
  ['extensions of 60,000', { extensions: members(60_000) }, '"extensions" holds more than 50000 values'],
]

test.each(MANY)('rejects %s, on a socket before authentication', async (_name, sent, message) => {
  const { status, body } = await app.call('POST', '/graphql', {
    headers: tenant.key,
    body: { query: '{ __typename }', ...sent },
  })
  expect({ status, ...body.errors[0] }).toMatchObject({ status: 400, message, extensions: INVALID })
  const client = await connect(app, tenant.key)
  app.statements.length = 0
  app.identifications.length = 0
  client.send({ id: '1', type: 'subscribe', payload: { query: 'subscription { events { id } }', ...sent } })
  const { payload } = await client.received(({ type }) => type === 'error')
  expect(payload[0]).toMatchObject({ message, extensions: INVALID })
  expect([...app.statements, ...app.identifications]).toEqual([])
  client.socket.close()
})

test('40,000 values of the wrong type in one list cost no more than a few', async () => {
  const time = await cpuTime(async () => {
    const { body } = await app.graphql(
      'query ($ids: [ID!]) { posts(filter: { tagIds: $ids }) { nodes { id } } }',
      { ids: Array(40_000).fill(true) },
      tenant.key,
    )
    expect(body.errors[0].extensions).toMatchObject(INVALID)
  })
  expect(time).toBeLessThan(1_000)
})

test('an import of the maximum number of customers is within the limit', async () => {
  const entries = Array.from({ length: 1_000 }, (_, n) => ({
    email: `p${n}@example.com`,
    customFields: members(30),
  }))
  const { importCustomers } = await run(
    app,
    tenant.keyAndAdmin,
    'mutation ($entries: [CustomerImportEntryInput!]!) { importCustomers(input: { entries: $entries }) { failures { index } customers { id } } }',
    { entries },
  )
  expect(importCustomers.customers).toHaveLength(1_000)
})
