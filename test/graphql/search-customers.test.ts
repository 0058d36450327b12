import { expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { listSearcher, NEWEST, RELEVANCE } from '../support/clients/search-lists.ts'
import { keepSearches } from '../support/faults/kept-searches.ts'
import { useApp, useTenant } from '../support/use.ts'

keepSearches()

const app = useApp()
const own = useTenant(app)
const find = listSearcher(app)

test('customers are found by any part of a word of their name or e-mail, whole words first', async () => {
  const entries = [
    { email: 'ada.lovelace@analytical.example', name: 'Ada Lovelace' },
    { email: 'ace@pilots.example', name: 'Ace Ventura' },
    { email: 'n@list.example', name: 'Özgür O’Näill 田中太郎' },
  ]
  await app.call('POST', '/api/v3/customers/import', {
    headers: own.keyAndAdmin,
    body: { customers: entries },
  })
  const search = (text: string, order = NEWEST) => find('customers', text, order, own.key)
  const [ada, ace, other] = entries.map(({ email }) => email)
  expect(await search('ACE', RELEVANCE)).toEqual([ace, ada])
  for (const text of [
    'lovelace',
    'ovela',
    'ada love',
    'lovelace ada',
    'ada.lovelace@ana',
    '"ada lovelace"',
    'ada -pilots',
  ])
    expect([text, await search(text)]).toEqual([text, [ada]])
  for (const text of ['OZGUR', 'nail', 'näill', '中太', 'n@list'])
    expect([text, await search(text)]).toEqual([text, [other]])
  expect((await search('ada or "ace ventura"')).toSorted()).toEqual([ace, ada].toSorted())
  for (const text of ['"lovelace ada"', '-example list', "'", '%', 'x -ada'])
    expect([text, await search(text)]).toEqual([text, []])
  const { customers } = await run(
    app,
    own.key,
    '{ customers(filter: { search: "lovelace" }) { nodes { id } } }',
  )
  const [{ id }] = customers.nodes
  const RENAME = `mutation ($input: UpdateCustomerInput!) { updateCustomer(input: $input) { customer { id } } }`
  await run(app, own.keyAndAdmin, RENAME, { input: { customer: { id }, name: 'Ada King' } })
  expect(await search('king')).toEqual([ada])
  expect(await search('"ada lovelace"')).toEqual([ada])
  await app.call('DELETE', `/api/v3/customers/${String(id).replace(/\D/g, '')}`, { headers: own.keyAndAdmin })
  expect(await search('king')).toEqual([])
  const left = await app.database.pool.query('select from customer_documents where organization_id = $1', [
    own.organization.id,
  ])
  expect(left.rowCount).toBe(2)
})
