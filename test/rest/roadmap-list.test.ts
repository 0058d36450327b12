import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { roadmapCalls } from '../support/fixtures/roadmaps.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const ROADMAPS = '/api/v3/roadmaps'
const app = useApp()

/**
 * Statements since `statements` was cleared, without those that check the API key. Caching makes their number
 * depend on time.
 */
const statementsOf = ({ statements }: TestApp) => statements.length

test('lists roadmaps newest first, in pages, in as many statements for 100 as for 10', async () => {
  const own = await createTenant(app)
  await roadmapCalls(app, own).post('Placed')
  await app.database.pool.query(
    `with made as (insert into roadmaps (organization_id, slug, title, owner_id, score_type)
      select $1, 'plan-' || n, 'Plan', $2, 'votes' from generate_series(1, 110) n returning id)
    insert into roadmap_posts (organization_id, roadmap_id, post_id)
      select $1, made.id, posts.id from made, posts where posts.organization_id = $1`,
    [own.organization.id, own.admin.id],
  )
  const counts: number[] = []
  for (const size of [10, 10, 30, 100]) {
    app.statements.length = 0
    const { body, headers } = await app.call('GET', `${ROADMAPS}?per_page=${size}`, { headers: own.key })
    expect(body.roadmaps.map(({ id }: { id: number }) => id)).toEqual(
      Array.from({ length: size }, (_, index) => body.roadmaps[0].id - index),
    )
    expect(body.roadmaps.every(({ score }: { score: number }) => score === 1)).toBe(true)
    expect(headers.get('link')).toContain('page=2')
    counts.push(statementsOf(app))
  }
  const nested: number[] = []
  for (const size of [10, 10, 100]) {
    app.statements.length = 0
    const query = `{ roadmaps(first: ${size}) { nodes { percentage posts(first: 5) { nodes { post { title } } } } } }`
    expect((await roadmapCalls(app, own).ask(query, {}, own.key)).roadmaps.nodes).toHaveLength(size)
    nested.push(statementsOf(app))
  }
  expect([new Set(counts.slice(1)).size, new Set(nested.slice(1)).size]).toEqual([1, 1])
  expect(Math.max(...counts.slice(1))).toBeLessThanOrEqual(5)
  expect((await app.call('GET', `${ROADMAPS}?per_page=101`, { headers: own.key })).status).toBe(400)
})

test('lists the posts of a roadmap in as many statements for 100 as for 10', async () => {
  const own = await createTenant(app)
  const roadmap = (await roadmapCalls(app, own).create({ title: 'Large' })).replace('rdm_', '')
  await roadmapCalls(app, own).post('Copied')
  await app.database.pool.query(
    `with made as (insert into posts (organization_id, bucket_id, status_id, submitter_id, slug, title)
      select organization_id, bucket_id, status_id, submitter_id, 'copy-' || n, 'Copy' from posts, generate_series(1, 110) n
      where organization_id = $1 returning id)
    insert into roadmap_posts (organization_id, roadmap_id, post_id, position)
      select $1, $2, id, row_number() over (order by id) from made`,
    [own.organization.id, roadmap],
  )
  const counts: number[] = []
  for (const size of [10, 10, 30, 100]) {
    app.statements.length = 0
    const path = `${ROADMAPS}/${roadmap}/feature_requests?per_page=${size}`
    const { body } = await app.call('GET', path, { headers: own.key })
    expect(body.feature_requests).toHaveLength(size)
    counts.push(statementsOf(app))
  }
  expect(new Set(counts.slice(1)).size).toBe(1)
})
