import { deriveKeys } from '../../../src/auth/keys.ts'
import { mergePosts } from '../../../src/modules/posts/merging/merge-posts.ts'
import { createDemo, type DemoCredentials } from '../../../src/seed/demo.ts'
import { inTransaction } from '../../../src/db/transaction.ts'
import type { TestApp } from '../../support/app.ts'
import { until } from '../../support/postgres-server.ts'

export const WEBHOOK_SECRET = 'not-for-anybody'

/** Creates the demo organization, with rows of each kind that the demo lacks. */
export async function createFullOrganization(app: TestApp): Promise<DemoCredentials> {
  const { kysely } = app.database
  const keys = deriveKeys(Buffer.alloc(32, 7))
  const demo = await createDemo(app.database, keys)
  if (!demo) throw new Error('The database is not empty')
  const organizationId = demo.organization.id
  const [parent, child] = await kysely
    .selectFrom('posts')
    .select(['id', 'submitterId'])
    .where('organizationId', '=', organizationId)
    .orderBy('id')
    .limit(2)
    .execute()
  if (!parent || !child) throw new Error('The demo has no posts')
  await kysely
    .updateTable('posts')
    .set(({ eb }) => ({ importedVotes: 40, votesCount: eb('votesCount', '+', 40) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', child.id)
    .execute()
  await addChoices(app, organizationId, child)
  const merge = { parentId: parent.id, childIds: [child.id], mergedById: parent.submitterId }
  const actor = { kind: 'system', id: null, userId: null } as never
  await inTransaction(kysely, (tx) => mergePosts(tx, organizationId, { ...merge, actor }))
  await addPicture(app, organizationId, { postId: parent.id, uploaderId: parent.submitterId })
  await addOthers(app, organizationId, { postId: parent.id, userId: parent.submitterId })
  // The sequencer gives events their numbers after the commit.
  await until(async () => (await kysely.selectFrom('eventBox').selectAll().execute()).length === 0)
  return demo
}

/** Bytes of the upload of the organization. */
export const PICTURE = Buffer.from('bytes of a picture')
const KEY = 'k'.repeat(22)

async function addPicture(
  app: TestApp,
  organizationId: number,
  { postId, uploaderId }: { postId: number; uploaderId: number },
): Promise<void> {
  const { kysely } = app.database
  const stored = {
    organizationId,
    type: 'png',
    width: 1,
    height: 1,
    size: PICTURE.length,
    uploaderId,
  } as const
  await kysely
    .insertInto('uploads')
    .values([
      { ...stored, key: KEY, bytes: PICTURE, attachedAt: new Date() },
      { ...stored, key: 'n'.repeat(22), bytes: Buffer.from('never attached') },
    ])
    .execute()
  await kysely
    .updateTable('posts')
    .set({
      descriptionHtml: `<p>Ask eva.extra@elsewhere.example <img src="${app.url}/uploads/${KEY}.png" alt="" /></p>`,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', postId)
    .execute()
}

/** Adds choices for notifications, and fields about them. The mute of a merged post moves to its parent. */
async function addChoices(
  { database: { pool } }: TestApp,
  organizationId: number,
  { id: postId, submitterId }: { id: number; submitterId: number },
): Promise<void> {
  for (const statement of [
    'insert into post_mutes (organization_id, post_id, user_id) values ($1, $2, $3)',
    'insert into changelog_subscribers (organization_id, user_id) select $1, $3 where $2::int > 0',
    `insert into notification_preferences (organization_id, user_id, kind, frequency, in_bell)
      select $1, $3, 'comment_added', 'weekly', false where $2::int > 0`,
    `insert into mail_suppressions (organization_id, email, reason, detail)
      select $1, email, 'complaint', 'Unwanted' from users where organization_id = $1 and id = $3 and $2::int > 0`,
    `insert into user_identities (organization_id, user_id, issuer, subject)
      select $1, $3, 'https://idp.example', 'sub-1' where $2::int > 0`,
    `insert into comment_mentions (organization_id, comment_id, user_id)
      select $1, min(id), $3 from comments where organization_id = $1 and $2::int > 0`,
    `update votes set added_by_id = $3 where organization_id = $1 and $2::int > 0 and user_id = (
      select min(user_id) from votes where organization_id = $1 and user_id <> $3)`,
    `update comments set official = true where organization_id = $1 and $2::int + $3::int > 0
      and id = (select min(id) from comments where organization_id = $1)`,
    'update users set no_mail = true, reachable = true where organization_id = $1 and id = $3 and $2::int > 0',
    'update changelogs set notify = false, notified_at = created_at where organization_id = $1 and $2::int + $3::int > 0',
  ])
    await pool.query(statement, [organizationId, postId, submitterId])
}

async function addOthers(
  app: TestApp,
  organizationId: number,
  { postId, userId }: { postId: number; userId: number },
): Promise<void> {
  const { kysely } = app.database
  await kysely
    .insertInto('webhooks')
    .values({
      organizationId,
      name: 'Receiver',
      url: `https://user:${WEBHOOK_SECRET}@receiver.example/hook?token=${WEBHOOK_SECRET}`,
      events: ['post_created'],
      createdById: userId,
      secretCiphertext: Buffer.from(WEBHOOK_SECRET),
    })
    .execute()
  const reference = { organizationId, kind: 'post', localId: postId, runId: 1, created: true, hash: '' }
  await kysely
    .insertInto('externalRefs')
    .values([
      { ...reference, sourceName: 'fider:acme:1', externalId: '12' },
      { ...reference, sourceName: 'echolog:other:acme', externalId: 'post_9' },
    ])
    .execute()
  await kysely
    .insertInto('oldAddresses')
    .values({ organizationId, path: '/posts/12', kind: 'post', localId: postId })
    .execute()
}
