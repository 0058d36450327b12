import type { TestApp } from './app.ts'
import { run } from './operations.ts'
import { submit } from './people.ts'
import type { Headers, Tenant } from './scenario.ts'

export const MERGE =
  'mutation ($id: ID!, $childIds: [ID!]!) { mergePosts(id: $id, childIds: $childIds) { id votesCount } }'
export const UNMERGE =
  'mutation ($childId: ID!) { unmergePost(childId: $childId) { id votesCount mergedInto { id } } }'
export const VOTE =
  'mutation ($id: ID!, $direction: VoteDirection) { voteOnPost(id: $id, direction: $direction) { id } }'
export const UNVOTE = 'mutation ($id: ID!) { removeVote(id: $id) { id } }'

export type Merging = ReturnType<typeof merging>

/** What tests of merges do, as the tenant's admin, and how they see what came of it. */
export function merging(app: TestApp, tenant: Tenant) {
  const merge = (id: string, ...childIds: string[]) => run(app, tenant.keyAndAdmin, MERGE, { id, childIds })
  const unmerge = (childId: string) => run(app, tenant.keyAndAdmin, UNMERGE, { childId })
  const vote = (headers: Headers, id: string, direction = 'up') => run(app, headers, VOTE, { id, direction })
  const post = (title: string) => submit(app, tenant.key, title)

  async function comment(postId: string, parentId: number | null = null): Promise<number> {
    const row = {
      organizationId: tenant.organization.id,
      postId: Number(postId),
      parentId,
      authorId: tenant.admin.id,
    }
    const { id } = await app.database.kysely
      .insertInto('comments')
      .values({ ...row, body: 'hm', bodyHtml: 'hm' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.database.kysely
      .updateTable('posts')
      .set(({ eb }) => ({ commentsCount: eb('commentsCount', '+', 1) }))
      .where('id', '=', Number(postId))
      .execute()
    return id
  }

  /** Everything that merges touch, but for the posts' own `updatedAt`. */
  async function state(...ids: string[]) {
    const { kysely } = app.database
    const numbers = ids.map(Number)
    const all = (table: 'votes' | 'postSubscribers' | 'comments') =>
      kysely.selectFrom(table).selectAll().where('postId', 'in', numbers)
    return {
      votes: await all('votes')
        .orderBy('postId')
        .orderBy('userId' as never)
        .execute(),
      subscribers: await all('postSubscribers')
        .orderBy('postId')
        .orderBy('userId' as never)
        .execute(),
      comments: await all('comments')
        .orderBy('id' as never)
        .execute(),
      posts: await kysely
        .selectFrom('posts')
        .select(['id', 'votesCount', 'downvotesCount', 'commentsCount', 'mergedIntoId', 'slug', 'title'])
        .where('id', 'in', numbers)
        .orderBy('id')
        .execute(),
      merges: await kysely.selectFrom('postMerges').selectAll().where('childId', 'in', numbers).execute(),
    }
  }

  async function counts(id: string) {
    const found = (await state(id)).posts[0]
    return [found?.votesCount, found?.downvotesCount, found?.commentsCount]
  }

  return { merge, unmerge, vote, post, comment, state, counts }
}
