import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { listPosts } from '../../src/modules/posts/list-posts.ts'
import type { PostSelection } from '../../src/modules/posts/post-row.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const OTHERS = 5_000
const PEOPLE = 10_000
const POSTS = 2
const COPIES = 3_000
const PAGE = 30

beforeAll(async () => {
  const { pool } = app.database
  for (let count = 0; count < POSTS; count++) await createPost(app, tenant, `Wish ${count}`)
  await pool.query(
    `insert into users (organization_id, email, name, labels, customer_since)
     select $1, n || '@people.example', 'Person', '{}', now() from generate_series(1, $2) n`,
    [tenant.organization.id, PEOPLE],
  )
  await pool.query(
    `insert into organizations (id, slug, name, sso_key_ciphertext)
     select 1000 + n, 'other-' || n, 'Other', '' from generate_series(1, $1) n`,
    [OTHERS],
  )
  await pool.query(
    `insert into statuses (organization_id, slug, name, kind, color, position)
     select 1000 + n, 's' || k, 'S', 'planned', '#000000', k from generate_series(1, $1) n, generate_series(1, 6) k`,
    [OTHERS],
  )
  await pool.query(
    `insert into posts (organization_id, slug, title, bucket_id, status_id, submitter_id, description, description_html, preview)
     select p.organization_id, 'copy-' || n, 'Copy', p.bucket_id, s.id, u.id, '', '', ''
     from (select * from posts limit 1) p, generate_series(1, $1) n,
       lateral (select id from users order by id offset n % $2 limit 1) u,
       lateral (select id from statuses where organization_id = p.organization_id order by id offset n % 6 limit 1) s`,
    [COPIES, PEOPLE],
  )
  await pool.query(
    `insert into buckets (organization_id, slug, name, position)
     select $1, 'b' || n, 'B', n from generate_series(1, 9) n
     union all select 1000 + n, 'b', 'B', 1 from generate_series(1, $2::int) n`,
    [tenant.organization.id, OTHERS],
  )
  await pool.query('vacuum analyze users, statuses, buckets, posts')
})

const NAMED: PostSelection = new Map(['id', 'name'].map((field) => [field, new Map()]))
const SELECTION: PostSelection = new Map(['bucket', 'status', 'submitter'].map((field) => [field, NAMED]))

/** Rows that the transaction has read from the tables of people, statuses and buckets. */
const readSoFar = async (db: Db) => {
  const { rows } = await sql<{ read: number }>`
    select sum(idx_tup_fetch + seq_tup_read)::int as read from pg_stat_xact_user_tables
    where relname in ('users', 'statuses', 'buckets')`.execute(db)
  return rows[0]?.read ?? NaN
}

test('a page of posts reads the people of its posts only, by a plan for all of thousands of organizations', async () => {
  const request = {
    organizationId: tenant.organization.id,
    filter: {},
    viewer: { hasTeamView: true, isVisitor: false, actorId: null },
    page: { first: PAGE, offset: PAGE },
    selection: SELECTION,
  }
  await inTransaction(app.database.kysely, async (tx) => {
    // PostgreSQL chooses it after some requests of a connection.
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
    const before = await readSoFar(tx)
    const { rows } = await listPosts(tx, request)
    expect(rows).toHaveLength(PAGE)
    expect((await readSoFar(tx)) - before).toBeLessThanOrEqual(3 * PAGE)
  })
})
