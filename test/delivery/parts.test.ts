import { afterAll, beforeAll, expect, test } from 'vitest'
import { numberRecorded } from '../../src/modules/events/current-head.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { TestDatabase } from '../support/database.ts'
import { shareAsDistributed } from '../support/distributed.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp } from '../support/use.ts'

// A distributed database executes each part of a write alone. The writes then have the same results.

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
let distributed: TestDatabase
let inParts: TestApp

beforeAll(async () => {
  await app.services.sequencer.close()
  distributed = await shareAsDistributed(app.database, () => {})
  inParts = await startApp({ beside: app, webhookAllowedHosts: ['127.0.0.1'] })
  await inParts.services.sequencer.close()
})
afterAll(async () => {
  await inParts.stop()
  await distributed.drop()
})

const WRITES = [
  `createPost(input: { title: "A wish", description: "With words" }) { post { id } }`,
  `createPost(input: { title: "A wish" }) { post { id slug } }`,
  `updatePost(input: { id: $post, title: "Another wish" }) { post { title } }`,
  `updatePost(input: { id: $post, status: { slug: "planned" } }) { post { status { slug } } }`,
  `castVote(input: { id: $post, direction: DOWN }) { post { votesCount downvotesCount } }`,
  `removeVote(input: { id: $post }) { post { votesCount downvotesCount } }`,
  `createComment(input: { postId: $post, body: "Yes" }) { comment { id post { commentsCount } } }`,
  `updateComment(input: { id: $comment, body: "No" }) { comment { body } }`,
  `createChangelog(input: { title: "News", description: "Text" }) { changelog { title } }`,
]

/**
 * Carries out the writes for a new organization. Returns its responses, events and deliveries, without ids and
 * times.
 */
async function written(service: TestApp) {
  const tenant = await createTenant(service, undefined)
  const { id } = tenant.organization
  await createWebhook(service, tenant, { url: 'http://127.0.0.1:9/' })
  const ids: Record<string, string> = {}
  const bodies: unknown[] = []
  for (const write of WRITES) {
    const text = write.replace(/\$(\w+)/g, (_, name: string) => JSON.stringify(ids[name]))
    const { body, text: answer } = await service.graphql(`mutation { ${text} }`, {}, tenant.admin.session)
    if (body.errors) throw new Error(answer)
    ids.post ??= body.data.createPost?.post.id
    ids.comment ??= body.data.createComment?.comment.id
    bodies.push(body.data)
  }
  await numberRecorded(service.database.kysely, id)
  const { rows } = await app.database.pool.query(
    `select e.type, e.size, e.actor_kind, e.snapshot, e.before, e.after,
       (select count(*)::int from deliveries d where d.organization_id = e.organization_id and d.event_id = e.id) as deliveries
     from event_order o join events e on e.organization_id = o.organization_id and e.id = o.event_id
     where o.organization_id = $1 order by o.number`,
    [id],
  )
  return JSON.parse(
    JSON.stringify({ bodies, rows })
      .replaceAll(tenant.organization.slug, 'slug')
      .replace(/\d{4}-\d\d-\d\d[T ][\d:.+Z]+/g, 'time')
      .replace(/((?:[iI]d|"id)\\?":\s*)"?(?:\w+_)?\d+"?/g, '$1"id"')
      .replace(/"size":\d+/g, '"size":"about"')
      .replace(/admin-\w+@/g, 'admin@'),
  ) as { rows: unknown[] }
}

test('writes in parts have the results, events and deliveries of those in one statement', async () => {
  const [together, apart] = [await written(app), await written(inParts)]
  expect(together.rows).toHaveLength(WRITES.length)
  expect(apart).toEqual(together)
})
