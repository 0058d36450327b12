import { expect, test } from 'vitest'
import { setClock } from '../../src/lib/time/clock.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { customers } from '../support/fixtures/people.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const CREATE =
  'mutation ($input: CreateBucketInput!) { createBucket(input: $input) { bucket { id updatedAt } } }'
const UPDATE = 'mutation ($input: UpdateBucketInput!) { updateBucket(input: $input) { bucket { name } } }'

const app = useApp()
const tenant = useTenant(app)

test('refuses an update without a change, a null where a value is required, and one of an older state', async () => {
  const {
    createBucket: { bucket: created },
  } = await run(app, tenant.admin.session, CREATE, { input: { name: 'Steady' } })
  const { id } = created
  const update = (changes: object) =>
    refusal(app, tenant.admin.session, UPDATE, { input: { id, ...changes } })
  expect(await update({})).toMatchObject({ code: 'UNPROCESSABLE', field: null })
  expect(await update({ name: null })).toMatchObject({ code: 'INVALID_PARAM', field: ['name'] })
  const since = { ifUnchangedSince: created.updatedAt }
  await run(app, tenant.admin.session, UPDATE, { input: { id, name: 'Steadier', ...since } })
  const before = await run(app, tenant.key, '{ bucket(by: { slug: "steady" }) { name updatedAt } }')
  expect(before.bucket.name).toBe('Steadier')
  setClock(() => new Date(Date.now() + 1000))
  await run(app, tenant.admin.session, UPDATE, { input: { id, description: 'Newer' } })
  expect(await update({ name: 'Late', ifUnchangedSince: before.bucket.updatedAt })).toMatchObject({
    code: 'CONFLICT',
    field: ['ifUnchangedSince'],
  })
  expect((await run(app, tenant.key, '{ bucket(by: { slug: "steady" }) { name } }')).bucket.name).toBe(
    'Steadier',
  )
})

test('counts the buckets that the caller can see', async () => {
  const { kim } = await customers(app, tenant, 'kim')
  const count = async (headers: Headers) =>
    (await run(app, headers, '{ buckets(first: 1) { totalCount totalCountIsExact } }')).buckets
  const stored = async (isPrivate: boolean) => {
    const rows = await app.database.kysely
      .selectFrom('buckets')
      .select('id')
      .where('organizationId', '=', tenant.organization.id)
      .where('private', '=', isPrivate)
      .execute()
    return rows.length
  }
  await run(app, tenant.admin.session, CREATE, { input: { name: 'Closed', private: true } })
  const [open, closed] = [await stored(false), await stored(true)]
  expect(closed).toBe(1)
  expect(await count(kim)).toEqual({ totalCount: open, totalCountIsExact: true })
  expect(await count(tenant.key)).toEqual({ totalCount: open + closed, totalCountIsExact: true })
})
