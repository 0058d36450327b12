import { expect, test } from 'vitest'
import { uniqueSlug } from '../../src/db/writes/unique-slug.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

/** Creates buckets with the slugs `<title>`, `<title>-2` … up to `count` of them. */
const take = (title: string, count: number) =>
  app.database.pool.query(
    `insert into buckets (organization_id, slug, name)
     select $1, case n when 1 then $2 else $2 || '-' || n end, 'x' from generate_series(1, $3) n`,
    [tenant.organization.id, title, count],
  )
const next = (title: string) =>
  inTransaction(app.database.kysely, (tx) => uniqueSlug(tx, 'buckets', tenant.organization.id, title))

test.each([0, 1, 2, 19, 20, 21, 39, 40, 41, 399, 400, 1_000, 12_345])(
  'the next number follows %i slugs of a title, in few statements',
  async (count) => {
    const title = `t${count}`
    await take(title, count)
    app.statements.length = 0
    expect(await next(title)).toBe(count === 0 ? title : `${title}-${count + 1}`)
    expect(app.statements.filter((text) => /select "slug"/.test(text)).length).toBeLessThanOrEqual(12)
  },
)

test('a freed number among few is assigned again', async () => {
  await take('gap', 9)
  await app.database.pool.query(`delete from buckets where slug = 'gap-4'`)
  expect(await next('gap')).toBe('gap-4')
})
