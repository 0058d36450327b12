import { beforeAll, expect, test } from 'vitest'
import { open } from '../support/clients/portal.ts'
import { addManyChoices, MANY } from '../support/fixtures/many-choices.ts'
import { addManyPosts } from '../support/fixtures/long-lists.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')

beforeAll(async () => {
  await openPortal(app, tenant, { anonymousPosts: true })
  await addManyChoices(app, tenant)
})

test.each([
  ['', /href="\/@acme\/b\/board-\d+"/g],
  ['/new', /<option value="[\w-]+"/g],
  ['/changelog', /\?label=[\w-]+"/g],
  ['/roadmap', /href="\/@acme\/roadmap\/plan-\d+"/g],
])('/@acme%s has every choice', async (path, choice) => {
  const { status, text } = await open(app, `/@acme${path}`)
  expect(status).toBe(200)
  expect(new Set(text.match(choice)).size).toBeGreaterThanOrEqual(MANY)
})

test('a column of a roadmap has its number while the roadmap has one page', async () => {
  const { organization } = tenant
  const ids = await addManyPosts(app, tenant, 101)
  const { id } = await app.database.kysely
    .selectFrom('roadmaps')
    .select('id')
    .where('organizationId', '=', organization.id)
    .where('slug', '=', 'plan-1')
    .executeTakeFirstOrThrow()
  const add = (some: number[]) =>
    app.database.kysely
      .insertInto('roadmapPosts')
      .values(some.map((postId) => ({ organizationId: organization.id, roadmapId: id, postId })))
      .execute()
  await add(ids.slice(0, 100))
  expect((await open(app, '/@acme/roadmap/plan-1')).text).toContain('<span class="count">100</span>')
  await add(ids.slice(100))
  const { text } = await open(app, '/@acme/roadmap/plan-1')
  expect(text).not.toContain('class="count"')
  expect(text).toContain('rel="next"')
})
