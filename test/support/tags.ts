import { expect } from 'vitest'
import { routes } from '../../rest-compat/routes.ts'
import type { Answer, TestApp } from './app.ts'
import { fillTenant } from './contract/cross-tenant-fixtures.ts'
import { createTenant, type Headers, type Tenant } from './fixtures/scenario.ts'

const STRONG = /^"[\w-]{22}(\.[\w-]{22})?"$/

/** The reads of the REST API that have tags. `isThing`: the same path has writes. */
export const reads = routes.flatMap(([method, path, credential, { cacheable = false }]) =>
  method === 'GET' && path.startsWith('/api/v3/')
    ? [{ path, needsUser: credential !== 'key', cacheable, isThing: isThing(path) }]
    : [],
)

function isThing(path: string): boolean {
  return path.endsWith('/:id') && routes.some(([method, other]) => method === 'PUT' && other === path)
}

/** Reads a path, without a body if the response has one of the tags. */
export const readUnless = (app: TestApp, path: string, headers: Headers, tag?: string): Promise<Answer> =>
  app.call('GET', path, { headers: { ...headers, ...(tag !== undefined && { 'If-None-Match': tag }) } })

/** Returns the tag of a path. */
export async function readTag(app: TestApp, path: string, headers: Headers): Promise<string> {
  const { status, headers: received } = await readUnless(app, path, headers)
  expect(status, path).toBe(200)
  expect(received.get('etag'), path).toMatch(STRONG)
  return received.get('etag') ?? ''
}

/** Returns the part of a tag that depends on the bytes. */
export const contentOf = (tag: string | null) => tag?.replace(/^"(.*\.)?|"$/g, '')

/** Creates an organization with an object of each kind, whose id is `id`. */
export async function fullTenant(app: TestApp, id: number): Promise<Tenant> {
  const tenant = await createTenant(app)
  const { pool } = app.database
  await fillTenant(pool, tenant.organization.id, id)
  // A response states how long a person is a customer, in words that stay the same for weeks at this age.
  await pool.query(
    `update users set created_at = now() - interval '40 days', customer_since = now() - interval '40 days' where organization_id = $1`,
    [tenant.organization.id],
  )
  return tenant
}
