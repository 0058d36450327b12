import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '../../src/events/actor.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { createPost } from '../../src/modules/posts/create-post.ts'
import { updatePost } from '../../src/modules/posts/update-post.ts'
import { run } from '../support/clients/operations.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const LIST = `query ($search: String!) { posts(first: 100, filter: { search: $search }) { nodes { slug } } }`
const app = useApp()
let tenant: Tenant
beforeAll(async () => {
  tenant = await createTenant(app)
})

const newPost = (input: { title: string; description: string }) =>
  inTransaction(app.database.kysely, (tx) =>
    createPost(tx, tenant.organization.id, {
      ...input,
      submitterId: tenant.admin.id,
      privateBuckets: true,
      actor: SYSTEM,
    }),
  )
const rename = (id: number, title: string) =>
  updatePost(app.database.kysely, tenant.organization.id, id, { title, actor: SYSTEM })
const find = async (search: string) => {
  const { posts } = await run(app, tenant.key, LIST, { search })
  return posts.nodes.map(({ slug }: { slug: string }) => slug)
}

test('a new title is found as a phrase although a long body has its words more than 255 times', async () => {
  const { id, slug } = await newPost({ title: 'Colours', description: 'mode '.repeat(1_000) })
  await rename(id, 'Mode switcher')
  expect(await find('"mode switcher"')).toEqual([slug])
})

test('no phrase continues from the last words of a text to its first', async () => {
  const { slug } = await newPost({ title: 'Zeppelin docked balloon', description: 'Gondola lost anchor' })
  for (const search of ['"balloon zeppelin"', '"anchor gondola"', '"balloon gondola"'])
    expect(await find(search)).toEqual([])
  for (const search of ['"docked balloon"', '"lost anchor"']) expect(await find(search)).toEqual([slug])
})

test('new titles leave the body where it is in the document, in the language of the organization', async () => {
  const { id: organizationId } = tenant.organization
  const { id, slug } = await newPost({
    title: 'First of many titles',
    description: 'Exporting reports weekly',
  })
  const positions = async () => {
    const { rows } = await sql<{ positions: string }>`select ts_filter(document, '{c}')::text as positions
      from post_documents where organization_id = ${organizationId} and id = ${id}`.execute(
      app.database.kysely,
    )
    return rows[0]?.positions
  }
  const before = await positions()
  for (const title of ['Second', 'The third of many titles']) await rename(id, title)
  expect(await positions()).toBe(before)
  for (const search of ['"third of many"', '"reports weekly"', '"exported reports"', '"export"'])
    expect(await find(search)).toEqual([slug])
  await sql`update organizations set default_locale = 'fr' where id = ${organizationId}`.execute(
    app.database.kysely,
  )
  await rename(id, 'Quatrième')
  // Only in English are they forms of one word.
  expect(await find('"export"')).toEqual([])
  expect(await find('"exporting"')).toEqual([slug])
})
