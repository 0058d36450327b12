import { getNullableType, isNonNullType, isObjectType } from 'graphql'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { operationOf } from '../support/contract/id-arguments.ts'
import { digestOf, fillTenant } from '../support/contract/cross-tenant-fixtures.ts'
import { rootFields } from '../support/contract/root-fields.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { useApp, useTenant } from '../support/use.ts'

/** The id of one object of every kind, and an id without an object. */
const OWN = '555000001'
const UNKNOWN = '2147483000'
/** Tables that the neighbours of a mutation write. */
const WRITTEN_BESIDE = new Set(['tags', 'tag_documents', 'revision_marks'])

const app = useApp()
const tenant = useTenant(app)
let tables: string[]

beforeAll(async () => {
  const owned = await fillTenant(app.database.pool, tenant.organization.id, Number(OWN))
  tables = owned.filter((table) => !WRITTEN_BESIDE.has(table))
  // The first use of a key is stored in the background.
  await app.graphql('{ tags { nodes { id } } }', {}, tenant.keyAndAdmin)
  const unused = `select from api_keys where organization_id = $1 and id <> $2 and last_used_at is null`
  const { pool } = app.database
  const count = async () => (await pool.query(unused, [tenant.organization.id, OWN])).rowCount
  await vi.waitFor(async () => expect(await count()).toBe(0), DEADLINE_MS)
  // A use is stored again after a minute, which can end between two digests.
  await pool.query(`update api_keys set last_used_at = now() + interval '1 hour'`)
})

const mutations = rootFields().filter(({ kind }) => kind === 'mutation')

describe('every mutation takes one input and returns a payload that can be null', () => {
  test.each(mutations.map((root) => [root.name, root.field] as const))('%s', (name, { args, type }) => {
    const typeName = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
    expect(args.map((argument) => `${argument.name}: ${String(argument.type)}`)).toEqual([
      `input: ${typeName}Input!`,
    ])
    expect(isNonNullType(type)).toBe(false)
    const payload = getNullableType(type)
    const fields = isObjectType(payload) ? payload.getFields() : {}
    expect(String(payload)).toBe(`${typeName}Payload`)
    const required = Object.values(fields).filter((field) => isNonNullType(field.type))
    expect(required.map((field) => field.name)).toEqual(['errors'])
    expect(String(fields.errors?.type)).toBe('[UserError!]!')
    expect(String(fields.clientMutationId?.type)).toBe('String')
  })
})

describe('a mutation that fails writes nothing and leaves its neighbours standing', () => {
  test.each(mutations.map((root) => [root.name, root] as const))('%s', async (name, root) => {
    const { query, variables } = operationOf(root, UNKNOWN, '{ errors { code message field } }')
    const [, declared = '', field = ''] = /^mutation \(?(.*?)\)? \{ (.*) \}$/.exec(query) ?? []
    const neighbour = (alias: string) =>
      `${alias}: createTag(input: { name: "${name} ${alias}" }) { tag { id } }`
    const text = `mutation (${declared}) { ${neighbour('before')} it: ${field} ${neighbour('after')} }`
    const digest = await digestOf(app.database.pool, tables, tenant.organization.id)
    const { body } = await app.graphql(text, variables, tenant.keyAndAdmin)
    expect([body.data.before.tag, body.data.after.tag]).toEqual([
      { id: expect.any(String) },
      { id: expect.any(String) },
    ])
    const isRefused = body.errors !== undefined || body.data.it.errors.length > 0
    if (isRefused) expect(await digestOf(app.database.pool, tables, tenant.organization.id)).toBe(digest)
  })
})
