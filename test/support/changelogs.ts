import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import type { Tenant } from './scenario.ts'

export const CHANGELOGS = '/api/v3/changelogs'
/** A moment that is still to come. */
export const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()

/** What the tests of changelogs do over REST, as a tenant's admin. */
export function changelogCalls(app: TestApp, tenant: Tenant) {
  const headers = tenant.keyAndAdmin
  const write = (body: unknown) => app.call('POST', CHANGELOGS, { headers, body })
  const count = async () =>
    Number((await app.database.pool.query('select count(*) from changelogs')).rows[0].count)
  return {
    write,
    change: (id: number, body: unknown) => app.call('PATCH', `${CHANGELOGS}/${id}`, { headers, body }),
    publish: (id: number) => app.call('POST', `${CHANGELOGS}/${id}/publish`, { headers }),
    remove: (id: number) => app.call('DELETE', `${CHANGELOGS}/${id}`, { headers }),
    read: (id: number) => app.call('GET', `${CHANGELOGS}/${id}`, { headers: tenant.key }),
    /** A stored entry, titled `News` unless told otherwise. */
    written: async (body: object) => (await write({ title: 'News', ...body })).body.changelogs[0],
    post: async (title: string) =>
      (await app.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body: { title } })).body,
    count,
    /** Expects a refusal with this status, code and field at fault, and that nothing was written. */
    async refused(body: unknown, status: number, error: string, field?: string): Promise<void> {
      const before = await count()
      const answer = await write(body)
      expect(answer).toMatchObject({ status, body: { success: false, status, error } })
      if (field) expect(Object.keys(answer.body.errors)).toEqual([field])
      expect(await count()).toBe(before)
    },
  }
}
