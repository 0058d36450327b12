import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDocuments } from '../../src/modules/search/fill-documents.ts'
import { seedBulk } from '../../src/seed/bulk.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

const POSTS = 3_000
const NOW = new Date('2026-06-01T12:00:00.000Z')
let app: TestApp
let tenant: Tenant
let texts: Map<number, { title: string; text: string }>

beforeAll(async () => {
  app = await startApp()
  tenant = await createTenant(app)
  await seedBulk(app.database, { organizationSlug: tenant.organization.slug, posts: POSTS, seed: 11, now: NOW })
  // Two processes fill at the same time.
  const fill = async () => {
    while (await fillDocuments(app.database.kysely));
  }
  await Promise.all([fill(), fill()])
  const rows = await app.database.kysely.selectFrom('posts').select(['id', 'title', 'description']).execute()
  texts = new Map(rows.map(({ id, title, description }) => [id, { title, text: `${title} ${description}` }]))
})
afterAll(() => app.stop())

test('x', async () => {
  const { rows } = await sql<any>`select (select count(*)::int from post_documents) as docs, (select count(*)::int from posts) as posts, (select count(*)::int from document_backfills) as left`.execute(app.database.kysely)
  console.log(rows, tenant)
  for (const search of ['dark mode', 'Dunkelmodus', '"dark mode" or ダークモード', 'notificaciones -email', 'expor', 'the', 'ダークモード','tâches']) {
  for (const sort of ['RELEVANCE', 'TOP']) {
    const started = performance.now()
    const answer = await app.graphql('query ($s: String!, $sort: PostSort) { posts(first: 3, filter: {search: $s}, sort: $sort) { totalCount nodes { title votesCount } } }', { s: search, sort }, tenant.key)
    console.log(search, sort, performance.now() - started, JSON.stringify(answer.body), [...texts.values()].length)
  }}
})
