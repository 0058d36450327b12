import { beforeAll, expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let outsider: Headers

type Customer = { id: string; databaseId: number; email: string; updatedAt: string }
const FIELDS = '{ id databaseId email updatedAt }'
const CREATE = `mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer ${FIELDS} } }`
const UPDATE =
  'mutation ($input: UpdateCustomerInput!) { updateCustomer(input: $input) { customer { name labels } } }'

beforeAll(async () => {
  outsider = await tenant.sso({ email: 'outsider@people.example', name: 'Outsider' })
})

const asTeam = (query: string, variables = {}) => run(app, tenant.keyAndAdmin, query, variables)
const create = async (input: object): Promise<Customer> =>
  (await asTeam(CREATE, { input })).createCustomer.customer
const update = (input: object) => refusal(app, tenant.keyAndAdmin, UPDATE, { input })

test('finds a customer by id, integer id and e-mail, and as a node, for the team only', async () => {
  const ann = await create({ email: 'Ann@look.example' })
  const { id, databaseId } = ann
  const query = `query ($id: ID!, $databaseId: Int!) {
    a: customer(by: { id: $id }) ${FIELDS} b: customer(by: { databaseId: $databaseId }) ${FIELDS}
    c: customer(by: { email: " ANN@look.example" }) ${FIELDS} }`
  expect(await asTeam(query, { id, databaseId })).toEqual({ a: ann, b: ann, c: ann })
  const node = 'query ($id: ID!) { node(id: $id) { __typename id } nodes(ids: [$id]) { id } }'
  expect(await asTeam(node, { id })).toEqual({ node: { __typename: 'Customer', id }, nodes: [{ id }] })
  const nothing = { node: null, nodes: [null] }
  expect(await run(app, outsider, node, { id })).toEqual(nothing)
  const other = await createTenant(app)
  expect(await run(app, other.key, node, { id })).toEqual(nothing)
  expect(await run(app, other.key, query, { id, databaseId })).toEqual({ a: null, b: null, c: null })
  const unlike = `{ customer(by: { email: "no" }) { id } node(id: "usr_x") { id } }`
  expect(await asTeam(unlike)).toEqual({ customer: null, node: null })
  expect(await refusal(app, tenant.key, '{ customer(by: { id: "usr_1" }) { id } }')).toMatchObject({
    status: 400,
    message: expect.stringContaining('must be the id of a Customer') as string,
  })
})

test('filters, orders and counts customers', async () => {
  const own = await createTenant(app)
  for (const [name, labels] of [
    ['Cid', ['a']],
    ['Ada', ['b']],
    ['Bob', ['a']],
  ] as const)
    await run(app, own.keyAndAdmin, CREATE, { input: { email: `${name}@list.example`, name, labels } })
  const list = async (args: string) => {
    const { customers } = await run(app, own.key, `{ customers${args} { totalCount nodes { name } } }`)
    expect(customers.totalCount, args).toBe(customers.nodes.length)
    return customers.nodes.map(({ name }: { name: string }) => name)
  }
  expect(await list('')).toEqual(['Bob', 'Ada', 'Cid'])
  expect(await list('(orderBy: { field: NAME, direction: ASC })')).toEqual(['Ada', 'Bob', 'Cid'])
  expect(await list('(orderBy: { field: CREATED_AT, direction: ASC })')).toEqual(['Cid', 'Ada', 'Bob'])
  expect(await list('(filter: { label: "a", search: "LIST.example" })')).toEqual(['Bob', 'Cid'])
  expect(await list('(filter: { label: "a", search: "ada" })')).toEqual([])
})

test('returns the errors of fields as data', async () => {
  const { id } = await create({ email: 'bea@errors.example' })
  const input = { email: 'bea@errors.example' }
  expect(await refusal(app, tenant.keyAndAdmin, CREATE, { input })).toMatchObject({
    code: 'ALREADY_EXISTS',
    field: ['email'],
  })
  expect(await update({ customer: { id }, avatarUrl: 'ftp://x' })).toMatchObject({
    code: 'INVALID_PARAM',
    field: ['avatarUrl'],
  })
  expect(await update({ customer: { email: 'none@errors.example' }, name: 'x' })).toMatchObject({
    code: 'UNPROCESSABLE',
    field: ['customer', 'email'],
  })
  expect(await update({ customer: { email: 'bad' }, name: 'x' })).toMatchObject({
    code: 'INVALID_PARAM',
    field: ['customer', 'email'],
  })
  expect(await update({ customer: { id: 'usr_1' }, name: 'x' })).toMatchObject({
    code: 'INVALID_PARAM',
    field: ['customer', 'id'],
  })
  expect(await update({ customer: { id: 'cus_2000000000' }, name: 'x' })).toMatchObject({
    code: 'NOT_FOUND',
    field: null,
  })
  expect(await update({ customer: { id } })).toMatchObject({ code: 'UNPROCESSABLE', field: null })
  expect(await update({ customer: { id }, labels: null })).toMatchObject({
    code: 'INVALID_PARAM',
    field: ['labels'],
  })
})

test('updates by id or e-mail, unless the customer changed since it was read', async () => {
  const { id, email, updatedAt: ifUnchangedSince } = await create({ email: 'cyd@update.example' })
  const byEmail = { customer: { email: email.toUpperCase() }, name: 'Cyd', ifUnchangedSince }
  const { updateCustomer } = await asTeam(UPDATE, { input: byEmail })
  expect(updateCustomer.customer).toEqual({ name: 'Cyd', labels: [] })
  expect(await update({ customer: { id }, labels: ['late'], ifUnchangedSince })).toMatchObject({
    code: 'CONFLICT',
    field: ['ifUnchangedSince'],
  })
  const { updateCustomer: second } = await asTeam(UPDATE, { input: { customer: { id }, labels: ['x'] } })
  expect(second.customer).toEqual({ name: 'Cyd', labels: ['x'] })
  const DELETE = 'mutation ($id: ID!) { deleteCustomer(input: { id: $id }) { deletedCustomerId } }'
  expect(await asTeam(DELETE, { id })).toMatchObject({ deleteCustomer: { deletedCustomerId: id } })
  expect(await refusal(app, tenant.keyAndAdmin, DELETE, { id })).toMatchObject({ code: 'NOT_FOUND' })
})

test('imports typed entries, and returns those that fail with the paths of their problems', async () => {
  const query = `mutation ($entries: [CustomerImportEntryInput!]!) { importCustomers(input: { entries: $entries }) {
    customers { email customFields } failures { index email problems { code field problem } } } }`
  const entries = [
    { email: 'dan@import.example', customFields: { plan: 'gold' } },
    { name: 'Without an e-mail', labels: ['x'.repeat(256)] },
    { email: 'no', avatarUrl: 'ftp://x' },
  ]
  const { importCustomers } = await asTeam(query, { entries })
  const long = 'is too long (maximum is 255 characters)'
  const url = 'must be an http or https URL'
  const problem = (code: string, index: string, field: string, text: string) => ({
    code,
    field: ['entries', index, field],
    problem: text,
  })
  expect(importCustomers).toEqual({
    customers: [{ email: 'dan@import.example', customFields: { plan: 'gold' } }],
    failures: [
      {
        index: 1,
        email: null,
        problems: [
          problem('MISSING_PARAM', '1', 'email', "can't be blank"),
          problem('UNPROCESSABLE', '1', 'labels', long),
        ],
      },
      {
        index: 2,
        email: 'no',
        problems: [
          problem('INVALID_PARAM', '2', 'email', 'is invalid'),
          problem('INVALID_PARAM', '2', 'avatarUrl', url),
        ],
      },
    ],
    errors: [],
  })
})

test('shows the team the customer of each user, without a statement for each', async () => {
  for (let index = 0; index < 12; index++)
    await tenant.sso({ email: `voter${index}@edge.example`, add_as_customer: true })
  const headers = {
    ...tenant.key,
    ...(await tenant.sso({ email: 'writer@edge.example', add_as_customer: true })),
  }
  await app.call('POST', '/api/v3/feature_requests', { headers, body: { title: 'Mine' } })
  const query = '{ posts { nodes { submitter { name customer { email labels } } } } }'
  const read = async (caller: Headers) => (await run(app, caller, query)).posts.nodes[0].submitter.customer
  expect(await read(tenant.key)).toEqual({ email: 'writer@edge.example', labels: [] })
  expect(await read(headers)).toBeNull()
  await app.call('POST', '/api/v3/feature_requests', { headers: tenant.keyAndAdmin, body: { title: 'Ours' } })
  expect(await read(tenant.key)).toBeNull()
})
