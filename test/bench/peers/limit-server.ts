import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/**
 * The limit that the service is measured against: no framework, no credentials, no parameters. Two prepared
 * statements read 30 posts and their tags, and Node builds the documented JSON. It is a lower bound of the
 * cost of this work.
 */

type Row = {
  id: number
  slug: string
  title: string
  preview: string
  description: string
  description_html: string
  approval_status: string
  votes_count: number
  downvotes_count: number
  comments_count: number
  created_at: Date
  updated_at: Date
  submitter: string
  bucket_id: number
  bucket: string
  status: string
  value: string
  color: string
  kind: string
  percentage: number
}
type TagRow = { post_id: number; id: number; name: string; color: string }

const POSTS = `select p.id, p.slug, p.title, p.preview, p.description, p.description_html, p.approval_status,
    p.votes_count, p.downvotes_count, p.comments_count, p.created_at, p.updated_at, u.name as submitter,
    b.id as bucket_id, b.name as bucket, s.name as status, s.slug as value, s.color, s.kind, s.percentage
  from posts p
  join buckets b on b.organization_id = p.organization_id and b.id = p.bucket_id
  join statuses s on s.organization_id = p.organization_id and s.id = p.status_id
  join users u on u.organization_id = p.organization_id and u.id = p.submitter_id
  where p.organization_id = $1 and p.merged_into_id is null and not p.hidden and not p.private
  order by p.created_at desc, p.id desc limit 30`
const TAGS = `select pt.post_id, t.id, t.name, t.color from post_tags pt
  join tags t on t.organization_id = pt.organization_id and t.id = pt.tag_id
  where pt.organization_id = $1 and pt.post_id = any($2) order by t.name, t.id`

type NestedRow = Pick<Row, 'id' | 'title' | 'votes_count' | 'created_at'> & {
  comment_id: number
  body: string
  commented_at: Date
  author_id: number
  author: string
}

const NESTED = `select p.id, p.title, p.votes_count, p.created_at, c.id as comment_id, c.body,
    c.created_at as commented_at, u.id as author_id, u.name as author
  from (select * from posts p
    where p.organization_id = $1 and p.merged_into_id is null and not p.hidden and not p.private
    order by p.created_at desc, p.id desc limit 20) p
  cross join lateral (select * from comments c where c.organization_id = $1 and c.post_id = p.id
    order by c.created_at, c.id limit 3) c
  join users u on u.organization_id = $1 and u.id = c.author_id
  order by p.created_at desc, p.id desc, c.created_at, c.id`

const UPDATE = `with post as (
    update posts set title = $3, updated_at = now() where organization_id = $1 and id = $2 returning *),
  event as (
    insert into events (organization_id, type, subject_id, snapshot, before, after, size, created_at)
    select organization_id, 'post_updated', id, to_jsonb(post),
      '{}', jsonb_build_object('title', title), 2000, clock_timestamp() from post returning organization_id, id, created_at),
  boxed as (insert into event_box (organization_id, event_id, created_at) select organization_id, id, created_at from event)
  select * from post`

const { DATABASE_URL, ORGANIZATION_ID, PORTAL_URL, POOL_SIZE } = process.env
const organizationId = Number(ORGANIZATION_ID)
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(POOL_SIZE), keepAlive: true })
pool.on('error', () => {})

const server = createServer((request, response) => void answer(request, response))
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
)
process.once('SIGTERM', () => process.exit(0))

function answer({ url, method }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (method === 'PUT') return update(response, Number(url?.slice(1)))
  return url === '/nested' ? nested(response) : list(response)
}

/** Updates a post and records the event, with one statement. */
async function update(response: ServerResponse, id: number): Promise<void> {
  const title = `Version ${Math.random()}`
  const { rows } = await pool.query<object>({
    name: 'update',
    text: UPDATE,
    values: [organizationId, id, title],
  })
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.end(JSON.stringify(rows))
}

async function list(response: ServerResponse): Promise<void> {
  const posts = await pool.query<Row>({ name: 'posts', text: POSTS, values: [organizationId] })
  const ids = posts.rows.map(({ id }) => id)
  const tags = new Map<number, Omit<TagRow, 'post_id'>[]>(ids.map((id) => [id, []]))
  const tagged = await pool.query<TagRow>({ name: 'tags', text: TAGS, values: [organizationId, ids] })
  for (const { post_id, id, name, color } of tagged.rows) tags.get(post_id)?.push({ id, name, color })
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.end(
    JSON.stringify({
      success: true,
      feature_requests: posts.rows.map((row) => present(row, tags.get(row.id))),
    }),
  )
}

/** Responds with the JSON of a nested GraphQL query (`NESTED_LIST`), whose rows one statement reads. */
async function nested(response: ServerResponse): Promise<void> {
  const { rows } = await pool.query<NestedRow>({ name: 'nested', text: NESTED, values: [organizationId] })
  const nodes = new Map<number, ReturnType<typeof presentNested>>()
  for (const row of rows) {
    const post = nodes.get(row.id) ?? presentNested(row)
    nodes.set(row.id, post)
    post.comments.nodes.push({
      id: `cmt_${row.comment_id}`,
      body: row.body,
      createdAt: row.commented_at.toISOString(),
      author: { id: `usr_${row.author_id}`, name: row.author },
    })
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.end(JSON.stringify({ data: { posts: { nodes: [...nodes.values()] } } }))
}

function presentNested({ id, title, votes_count, created_at }: NestedRow) {
  const nodes: object[] = []
  return {
    id: `post_${id}`,
    title,
    votesCount: votes_count,
    createdAt: created_at.toISOString(),
    comments: { nodes },
  }
}

function present(row: Row, tags: Omit<TagRow, 'post_id'>[] | undefined) {
  const { submitter, bucket_id, bucket, value, color, kind, percentage, created_at, updated_at, ...own } = row
  return {
    ...own,
    url: `${PORTAL_URL}/p/${row.slug}`,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    submitter: { name: submitter },
    bucket: { id: bucket_id, name: bucket },
    tags,
    custom_status: { title: row.status, value, color, status: kind, percentage },
  }
}
