import { SYSTEM } from '../../../src/events/actor.ts'
import { castVote } from '../../../src/modules/votes/cast-vote.ts'
import { createBucket } from '../../../src/modules/buckets/create-bucket.ts'
import { mergePosts } from '../../../src/modules/posts/merging/merge-posts.ts'
import { subscribe } from '../../../src/modules/subscribers/subscribe.ts'
import type { World } from '../../support/recording/world.ts'

/** Texts that are long, in several scripts, or in Markdown and HTML. */
export const TEXTS = {
  unicode: 'Größe, 日本語, עברית, e\u0301 and 👩‍👩‍👧 with \u2028 and "quotes" \\ / <tag> & \t tab',
  markdown:
    '# Title\n\n- **bold** and _italic_\n- [link](https://example.com/?a=1&b=2)\n\n```\ncode < 1\n```',
  html: '<h1>Title</h1><p onclick="x()">A <b>bold</b> <a href="https://example.com/?a=1&b=2">link</a> <script>alert(1)</script><img src="https://example.com/a.png" alt="A"></p><ul><li>one</li><li>two</li></ul>',
  long: `<p>${'Words and words, ü and 😀. '.repeat(40)}</p>`,
}

/** Adds a private, a moderated and a plain bucket, which get the ids 3 to 5. */
export async function addBuckets({ prepare }: World): Promise<void> {
  for (const input of [
    { name: 'Internal', private: true },
    { name: 'Wünsche', requiresModeration: true, description: 'Reviewed first' },
    { name: 'Ideas' },
  ])
    await prepare((tx, organizationId) => createBucket(tx, organizationId, { ...input, actor: SYSTEM }))
}

/** Votes for posts as users, by the users' e-mails. */
export async function vote(
  { prepare, app }: World,
  email: string,
  direction: 'up' | 'down',
  ...postIds: number[]
): Promise<void> {
  const userId = await userIdOf(app, email)
  for (const postId of postIds)
    await prepare((tx, organizationId) =>
      castVote(tx, organizationId, { postId, userId, direction, actor: SYSTEM }),
    )
}

/** Subscribes a user to a post. */
export async function follow({ prepare, app }: World, email: string, postId: number): Promise<void> {
  const userId = await userIdOf(app, email)
  await prepare((tx, organizationId) => subscribe(tx, organizationId, { postId, userId }))
}

/** Merges posts into the first. */
export async function merge(
  { prepare, tenant }: World,
  parentId: number,
  ...childIds: number[]
): Promise<void> {
  await prepare((tx, organizationId) =>
    mergePosts(tx, organizationId, { parentId, childIds, mergedById: tenant.admin.id, actor: SYSTEM }),
  )
}

/** Id of the tenant's user with an e-mail. */
async function userIdOf({ database }: World['app'], email: string): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>('select id from users where email = $1', [email])
  const [user] = rows
  if (!user) throw new Error(`There is no user ${email}`)
  return user.id
}
