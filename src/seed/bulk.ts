import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from '../db/database.ts'
import { asBulk } from '../db/deadline.ts'
import { inTransaction } from '../db/transaction.ts'
import { now } from '../lib/time/clock.ts'
import { invalidParam, notFound } from '../lib/errors.ts'
import { requestDocuments } from '../modules/search/fill-documents.ts'
import { addPeople } from './bulk/add-people.ts'
import { ensureBaseData, readOrganizationData, type OrganizationData } from './bulk/organization-data.ts'
import { statusShares } from './bulk/status-shares.ts'
import { inClientTransaction, storeBatch } from './bulk/store-batch.ts'
import { planPost, writePost, type Batch, type Setting } from './bulk/write-batch.ts'
import { languages } from './bulk/write-text.ts'
import { randomOf } from './random.ts'
import { reserveIds } from '../db/writes/reserve-ids.ts'

type BulkOptions = {
  organizationSlug: string
  /** Number of posts to add. */
  posts: number
  /** Seed of the random values. The same seed produces the same data. Default 1. */
  seed?: number
  /** Language of all texts, such as `de`. Default: eight languages, half of the texts in English. */
  language?: string
  /** End of the data, three years after its start. Default: the current time. */
  now?: Date
  /** Called after each batch with the number of stored posts. */
  onProgress?: (done: number) => void
}

export type BulkResult = { posts: number; votes: number; comments: number; users: number; seconds: number }

const YEARS_MS = 3 * 365 * 86_400_000
const BATCH = 2_000
const PEOPLE_BATCH = 5_000
/** Number of posts written before yielding to the event loop, so that the connection can send. */
const RUN = 50
const TABLES = 'users, posts, votes, post_subscribers, post_tags, comments'

/**
 * Adds posts with votes, comments, tags and people to an organization, with realistic distributions. The data
 * depends on the seed, the slug and the existing people and buckets. Ids are taken from the sequences. Each
 * batch is one transaction, so the data of an interrupted run is consistent. A further run adds to it. No
 * events are recorded.
 * @throws AppError NOT_FOUND for an unknown organization, INVALID_PARAM for an invalid number of posts
 */
export function seedBulk(database: Database, options: BulkOptions): Promise<BulkResult> {
  return asBulk(() => seed(database, options))
}

async function seed(database: Database, options: BulkOptions): Promise<BulkResult> {
  const { organizationSlug, posts, onProgress } = options
  if (!Number.isSafeInteger(posts) || posts < 0) throw invalidParam('posts')
  const started = performance.now()
  const organization = await database.kysely
    .selectFrom('organizations')
    .select('id')
    .where('slug', '=', organizationSlug)
    .executeTakeFirst()
  if (!organization) throw notFound(`Organization ${options.organizationSlug}`)
  const to = options.now ?? now()
  const from = new Date(to.getTime() - YEARS_MS)
  const part = { posts, seeds: [options.seed ?? 1, organizationSlug] }
  return onConnection(database, async (client) => {
    const { data, users } = await prepare(database, client, organization.id, { from, ...part })
    const statusIds = statusShares(data.statuses)
    const setting = {
      organizationId: organization.id,
      data,
      languages: languages(options.language),
      statusIds,
      from,
      to,
    }
    const total = await addPosts(database, client, setting, { ...part, onProgress }).finally(() =>
      // Also after an interrupted run, whose batches are stored.
      requestSearch(database, organization.id),
    )
    await client.query(`vacuum (analyze) ${TABLES}`)
    return { ...total, users, seconds: Math.round(performance.now() - started) / 1000 }
  })
}

/** Requires documents of the posts, unless the database is lost. */
const requestSearch = ({ kysely }: Database, organizationId: number) =>
  inTransaction(kysely, (tx) => requestDocuments(tx, organizationId)).catch(() => {})

/** Runs `work` on one connection. */
async function onConnection<T>({ pool }: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  // Without a listener a lost connection would terminate the process. Its statement fails in any case.
  const ignore = () => {}
  client.on('error', ignore)
  try {
    return await work(client)
  } finally {
    client.off('error', ignore)
    client.release()
  }
}

/** Stores the posts in batches. Each batch is created while the one before it is stored. Returns the counts. */
async function addPosts(
  database: Database,
  client: pg.PoolClient,
  setting: Setting,
  { onProgress, ...part }: Part & { onProgress: BulkOptions['onProgress'] | undefined },
): Promise<Batch['count']> {
  const total = { posts: 0, votes: 0, comments: 0 }
  let next = await write(database, setting, { start: 0, ...part })
  while (next.count.posts > 0) {
    const batch: Batch = next
    total.posts += batch.count.posts
    total.votes += batch.count.votes
    total.comments += batch.count.comments
    const rest = { start: total.posts, ...part }
    ;[next] = await Promise.all([write(database, setting, rest), storeBatch(client, batch)])
    onProgress?.(total.posts)
  }
  return total
}

type Part = { posts: number; seeds: (string | number)[] }

/** Adds the buckets, tags and people needed for the number of posts, and reads all of them. */
async function prepare(
  database: Database,
  client: pg.PoolClient,
  organizationId: number,
  { from, posts, seeds }: Part & { from: Date },
): Promise<{ data: OrganizationData; users: number }> {
  const read = () => inTransaction(database.kysely, (tx) => readOrganizationData(tx, organizationId))
  await inTransaction(database.kysely, (tx) => ensureBaseData(tx, organizationId, from))
  const { people } = await read()
  const users = Math.max(0, Math.max(200, Math.ceil(posts / 20)) - people.length)
  const random = randomOf(...seeds, 'people', people.length)
  for (let added = 0; added < users; added += PEOPLE_BATCH) {
    const ids = await reserveIds(database.kysely, 'users', Math.min(PEOPLE_BATCH, users - added))
    await inClientTransaction(client, () => addPeople(client, random, { organizationId, ids, from }))
  }
  return { data: await read(), users }
}

/** Creates the next batch, which is empty at the end. It regularly yields to the event loop. */
async function write(
  { kysely }: Database,
  setting: Setting,
  { start, posts, seeds }: Part & { start: number },
): Promise<Batch> {
  const random = randomOf(...seeds, 'posts', start)
  const plans = Array.from({ length: Math.min(BATCH, posts - start) }, (_, index) =>
    planPost(random, setting, (start + index) / posts),
  )
  const ids = await reserveIds(kysely, 'posts', plans.length)
  const comments = plans.reduce((sum, plan) => sum + plan.comments, 0)
  const commentIds = await reserveIds(kysely, 'comments', comments)
  const batch: Batch = {
    posts: '',
    votes: '',
    subscribers: '',
    tags: '',
    comments: '',
    count: { posts: 0, votes: 0, comments: 0 },
  }
  for (const [index, plan] of plans.entries()) {
    const id = ids[index] as number
    writePost(random, setting, { plan, id, commentIds: commentIds.splice(0, plan.comments) }, batch)
    if (index % RUN === RUN - 1) await setImmediate()
  }
  return batch
}
