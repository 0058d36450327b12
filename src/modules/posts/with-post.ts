import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Post, User } from '../../db/rows.ts'
import { joinedRows } from '../../db/lists/joined-rows.ts'
import { isDistributed } from '../../db/sharding/is-distributed.ts'
import { inStatement, inTransaction } from '../../db/transaction.ts'
import { notFound } from '../../lib/errors.ts'

type Key = {
  organizationId: number
  id: number
  /** Person to read with the post, by default its submitter. */
  personId?: number
}

/** A post and a person, as one statement has read them. */
export type ReadPost = {
  post: Post
  person: User
  /** Transaction that changed the post last (`xmin`). */
  version: string
}

/**
 * Runs `work`, which changes a post or what belongs to it with one last statement. That statement has the condition
 * `isVersion`, so that the post needs no lock, and no round trips begin and commit a transaction. `work` returns null
 * if another transaction has changed the post at once. It then runs again, in a transaction that locks the post, as
 * it does at once within a transaction, and in a distributed database, which executes a statement in parts.
 * @throws AppError NOT_FOUND without the post, and as `work`
 */
export async function withPost<Result>(
  db: Db,
  key: Key,
  work: (db: Db, read: ReadPost) => Promise<Result | null>,
): Promise<Result> {
  const result =
    db.isTransaction || isDistributed(db)
      ? null
      : await inStatement(db, async (connection) => work(connection, await readPost(connection, key, sql``)))
  return result ?? inTransaction(db, async (tx) => locked(await work(tx, await readPost(tx, key, LOCK))))
}

/** SQL of the condition that the row of a statement on `posts` is unchanged since it was read. */
export const isVersion = ({ post: { organizationId, id }, version }: ReadPost): RawBuilder<boolean> =>
  sql`organization_id = ${organizationId} and id = ${id} and xmin = ${version}::xid`

/** Returns a statement that locks the post and returns its id, unless it has changed since it was read. */
export const lockVersion = (db: Db, read: ReadPost) =>
  db.selectFrom('posts').select('id').where(isVersion(read)).forNoKeyUpdate()

const ROWS = joinedRows({ post: 'posts', person: 'users' })
const LOCK = sql`for no key update of post`

async function readPost(db: Db, { organizationId, id, personId }: Key, lock: RawBuilder<unknown>) {
  const [row] = await ROWS.read(
    db,
    sql`select ${ROWS.columns}, post.xmin::text from posts post
      join users person on person.organization_id = post.organization_id
        and person.id = ${personId ?? sql.raw('post.submitter_id')}
      where post.organization_id = ${organizationId} and post.id = ${id} ${lock}`,
  )
  if (!row) throw notFound('Post')
  const [{ post, person }, version] = row
  return { post, person, version: version as string }
}

function locked<Result>(result: Result | null): Result {
  if (result === null) throw new Error('A locked post was changed')
  return result
}
