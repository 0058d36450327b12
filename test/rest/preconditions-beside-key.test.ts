import { expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { createApiKey } from '../../src/modules/organizations/create-api-key.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { readTag } from '../support/tags.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const send = (method: string, path: string, headers: Headers, body?: unknown) =>
  app.call(method, path, { headers, body })

const withTag = (tag: string, name = 'If-Match'): Headers => ({ ...tenant.keyAndAdmin, [name]: tag })

async function create(path: string, body: object): Promise<string> {
  const { status, body: created } = await send('POST', path, tenant.keyAndAdmin, body)
  expect(status, path).toBe(201)
  return `${path}/${(created.changelogs?.[0] ?? created).id}`
}

/** Objects whose reads need an API key alone, and their writes a user token beside it. */
const MAKES = {
  changelog: () => create('/api/v3/changelogs', { title: 'Entry' }),
  customer: () => create('/api/v3/customers', { email: `${crypto.randomUUID()}@people.example` }),
  roadmap: () => create('/api/v3/roadmaps', { title: 'Road' }),
}

test.each(Object.entries(MAKES))(
  'the tag of a %s that the key alone read is a condition of the same key beside a user token',
  async (_kind, make) => {
    const path = await make()
    const change = (text: string) => ({ title: text, name: text })
    const tag = await readTag(app, path, tenant.key)
    expect((await send('PUT', path, withTag(tag, 'If-None-Match'), change('No'))).status).toBe(412)
    expect((await send('PUT', path, withTag(tag), change('First'))).status).toBe(200)
    expect(await send('PUT', path, withTag(tag), change('Second'))).toMatchObject({ status: 412 })
    expect((await send('DELETE', path, withTag(tag))).status).toBe(412)
    const present = await readTag(app, path, tenant.key)
    expect((await send('DELETE', path, withTag(present))).status).toBe(200)
  },
)

test('the tag of another person beside the key is no condition', async () => {
  const path = await MAKES.changelog()
  const colleague = await tenant.member('admin')
  const tag = await readTag(app, path, { ...tenant.key, ...colleague.session })
  expect((await send('PUT', path, withTag(tag), { title: 'No' })).status).toBe(412)
})

test('the tag of another key is no condition', async () => {
  const path = await MAKES.changelog()
  const other = await inTransaction(app.services.db, (tx) =>
    createApiKey(tx, tenant.organization.id, { creatorId: tenant.admin.id, name: 'other' }),
  )
  const tag = await readTag(app, path, { 'API-KEY': other.key })
  expect((await send('PUT', path, withTag(tag), { title: 'No' })).status).toBe(412)
})
