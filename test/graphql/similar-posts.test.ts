import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '../../src/events/actor.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { updateOrganization } from '../../src/modules/organizations/update-organization.ts'
import { createPost } from '../../src/modules/posts/create-post.ts'
import { fillDocuments } from '../../src/modules/search/fill-documents.ts'
import { seedBulk } from '../../src/seed/bulk.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja', 'ko'] as const
/** Pairs of titles of one request in other words, by language. */
const PAIRS = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    JSON.parse(readFileSync(new URL(`similar-pairs/${language}.json`, import.meta.url), 'utf8')) as [
      existing: string,
      later: string,
    ][],
  ]),
)
const SIMILAR = 'query ($title: String!) { similarPosts(title: $title) { score post { slug title } } }'
const CANDIDATES =
  'query ($postId: ID!) { duplicateCandidates(postId: $postId, first: 20) { score post { title } } }'
const DISMISS = `mutation ($id: ID!, $duplicateId: ID!) {
  dismissDuplicate(input: { id: $id, duplicateId: $duplicateId }) { post { id } dismissedPostId }
}`
const NOW = new Date('2026-06-01T12:00:00.000Z')

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const newPost = (by: Tenant, title: string) =>
  inTransaction(app.database.kysely, (tx) =>
    createPost(tx, by.organization.id, {
      title,
      submitterId: by.admin.id,
      privateBuckets: true,
      actor: SYSTEM,
    }),
  )

/** Creates an organization with the first posts of all pairs of a language among 400 others. */
async function organizationOf(language: (typeof LANGUAGES)[number]): Promise<Tenant> {
  const tenant = await createTenant(app)
  const { id, slug } = tenant.organization
  await inTransaction(app.database.kysely, (tx) =>
    updateOrganization(tx, id, { locales: [language], defaultLocale: language }),
  )
  await seedBulk(app.database, { organizationSlug: slug, posts: 400, seed: 3, now: NOW })
  for (const [existing] of PAIRS[language] ?? []) await newPost(tenant, existing)
  while (await fillDocuments(app.database.kysely));
  return tenant
}

test('at least four of five duplicates are among the first five similar posts', async () => {
  expect(Object.values(PAIRS).flat()).toHaveLength(240)
  const missed: Record<string, string[]> = {}
  for (const language of LANGUAGES) {
    const tenant = await organizationOf(language)
    const titles: string[] = []
    missed[language] = titles
    for (const [existing, later] of PAIRS[language] ?? []) {
      const { similarPosts } = await run(app, tenant.key, SIMILAR, { title: later })
      if (!similarPosts.some(({ post }: { post: { title: string } }) => post.title === existing))
        titles.push(later)
    }
  }
  const recall = 1 - Object.values(missed).flat().length / 240
  expect(recall, JSON.stringify(missed)).toBeGreaterThanOrEqual(0.8)
  for (const [language, titles] of Object.entries(missed))
    expect(titles.length, `${language}: ${titles.join(', ')}`).toBeLessThanOrEqual(12)
})

test('a dismissed duplicate is proposed for neither post, and for the team alone', async () => {
  const tenant = await createTenant(app)
  const [one, two, three] = [
    await newPost(tenant, 'Export the zeppelin timetable'),
    await newPost(tenant, 'Zeppelin timetable export'),
    await newPost(tenant, 'Exporting timetables of a zeppelin'),
  ]
  const titles = async (postId: string) =>
    (await run(app, tenant.key, CANDIDATES, { postId })).duplicateCandidates
      .map(({ post }: { post: { title: string } }) => post.title)
      .toSorted()
  expect(await titles(`post_${one.id}`)).toEqual([three.title, two.title])
  const dismissed = { id: `post_${two.id}`, duplicateId: `post_${one.id}` }
  for (let turn = 0; turn < 2; turn++)
    expect((await run(app, tenant.keyAndAdmin, DISMISS, dismissed)).dismissDuplicate).toMatchObject({
      post: { id: dismissed.id },
      dismissedPostId: dismissed.duplicateId,
    })
  expect(await titles(`post_${one.id}`)).toEqual([three.title])
  expect(await titles(`post_${two.id}`)).toEqual([three.title])
  expect(await titles('post_0')).toEqual([])

  const itself = { id: `post_${one.id}`, duplicateId: `post_${one.id}` }
  expect(await refusal(app, tenant.keyAndAdmin, DISMISS, itself)).toMatchObject({
    code: 'UNPROCESSABLE',
    field: ['duplicateId'],
  })
  const other = await createTenant(app)
  expect(await refusal(app, other.keyAndAdmin, DISMISS, dismissed)).toMatchObject({ code: 'NOT_FOUND' })
  const customer = await tenant.sso({ email: 'customer@people.example', name: 'Customer' })
  expect(await refusal(app, customer, CANDIDATES, { postId: `post_${one.id}` })).toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('a post that shares one word of several is not proposed as a duplicate', async () => {
  const tenant = await createTenant(app)
  await newPost(tenant, 'Recurring tasks')
  for (const title of ['Webhooks for finished tasks', 'Turn a chat message into a task']) {
    const { id } = await newPost(tenant, title)
    expect((await run(app, tenant.key, CANDIDATES, { postId: `post_${id}` })).duplicateCandidates).toEqual([])
  }
  const scores = async (title: string): Promise<number[]> =>
    (await run(app, tenant.key, SIMILAR, { title })).similarPosts.map(({ score }: { score: number }) => score)
  expect((await scores('Recurring tasks'))[0]).toBeCloseTo(1)
  // Words that no post has count as well.
  expect(Math.max(...(await scores('Zeppelins, balloons and tasks')))).toBeLessThan(0.3)
})

test('a text of nothing but stop words or signs has no similar posts', async () => {
  const tenant = await createTenant(app)
  await newPost(tenant, 'The one and only')
  for (const title of ['', 'the and of', '!?'])
    expect(await run(app, tenant.key, SIMILAR, { title })).toEqual({ similarPosts: [] })
})
