import { SYSTEM } from '../../../src/events/actor.ts'
import type { Transaction } from '../../../src/db/database.ts'
import { createBucket } from '../../../src/modules/buckets/create-bucket.ts'
import { createChangelogLabel } from '../../../src/modules/changelogs/create-changelog-label.ts'
import { updateChangelog } from '../../../src/modules/changelogs/update-changelog.ts'
import { mergePosts } from '../../../src/modules/posts/merging/merge-posts.ts'
import { unmergePost } from '../../../src/modules/posts/merging/unmerge-post.ts'
import { updatePost } from '../../../src/modules/posts/update-post.ts'
import { castVote } from '../../../src/modules/votes/cast-vote.ts'
import type { Tenant } from '../../support/fixtures/scenario.ts'
import type { Json } from '../../support/json.ts'
import { TEXTS } from '../../rest/recorded/scenario.ts'

/** Acts of a scenario. Each returns when the messages of its events have arrived. */
export type Actions = {
  tenant: Tenant
  send: (method: string, path: string, body?: object) => Promise<Json>
  prepare: <Result>(work: (tx: Transaction, organizationId: number) => Promise<Result>) => Promise<Result>
}

const POSTS = '/api/v3/feature_requests'
const CHANGELOGS = '/api/v3/changelogs'

/** Creates posts and changes every field that their events contain. */
export async function changePosts({ send, prepare, tenant }: Actions): Promise<void> {
  const bucket = await prepare((tx, organizationId) =>
    createBucket(tx, organizationId, { name: 'Wünsche', actor: SYSTEM }),
  )
  for (const name of ['Mobile', 'API']) await send('POST', '/api/v3/tags', { name })
  await send('POST', POSTS, { title: 'Dark mode' })
  await send('POST', POSTS, { title: TEXTS.unicode, description: TEXTS.html, tag_ids: [2, 1], state_id: 2 })
  await send('POST', `${POSTS}/post_on_behalf`, {
    title: 'Wish',
    email: 'bob@people.example',
    name: 'Bob 🎩',
  })
  await prepare((tx, organizationId) =>
    castVote(tx, organizationId, { postId: 1, userId: tenant.admin.id, direction: 'up', actor: SYSTEM }),
  )
  await send('POST', '/api/v3/comments', { feature_request_id: 1, comment: 'Yes' })
  await send('PATCH', `${POSTS}/1`, { title: 'Darker mode', description: TEXTS.markdown })
  await send('PATCH', `${POSTS}/1`, { tag_ids: [1] })
  await send('PATCH', `${POSTS}/1`, { bucket_id: bucket.id, hidden: true, approval_status: 'pending' })
  await send('PATCH', `${POSTS}/1`, { title: 'Darker mode' })
  await prepare((tx, organizationId) => updatePost(tx, organizationId, 1, { actor: SYSTEM, pinned: true }))
  await send('PATCH', `${POSTS}/1`, { status: 'completed', hidden: false })
  await send('PATCH', `${POSTS}/1`, { status: 'planned' })
  await prepare((tx, organizationId) =>
    mergePosts(tx, organizationId, {
      parentId: 1,
      childIds: [2, 3],
      mergedById: tenant.admin.id,
      actor: SYSTEM,
    }),
  )
  await prepare((tx, organizationId) => unmergePost(tx, organizationId, 2, SYSTEM))
  await send('DELETE', `${POSTS}/3`)
}

/** Creates changelogs and changes every field that their events contain. */
export async function changeChangelogs({ send, prepare }: Actions): Promise<void> {
  const label = await prepare((tx, organizationId) =>
    createChangelogLabel(tx, organizationId, { name: 'New' }),
  )
  await send('POST', CHANGELOGS, { title: 'News' })
  await send('POST', CHANGELOGS, {
    title: TEXTS.unicode,
    description: TEXTS.html,
    published: true,
    feature_requests_ids: [1, 2],
  })
  await send('POST', CHANGELOGS, { title: 'Neuigkeiten', locale: 'de', original_id: 1 })
  await send('PATCH', `${CHANGELOGS}/1`, { title: 'Great news', description: TEXTS.markdown })
  await send('PATCH', `${CHANGELOGS}/1`, { scheduled_published_at: '2099-01-01', feature_requests_ids: [2] })
  await prepare((tx, organizationId) =>
    updateChangelog(tx, organizationId, 1, {
      actor: SYSTEM,
      portalUrl: 'https://feedback.example',
      labelIds: [label.id],
    }),
  )
  await send('POST', `${CHANGELOGS}/1/publish`)
  await send('PATCH', `${CHANGELOGS}/2`, { published: false })
  await send('PATCH', `${CHANGELOGS}/3`, { locale: 'fr' })
  await send('DELETE', `${CHANGELOGS}/3`)
}
