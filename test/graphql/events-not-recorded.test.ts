import { beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '../../src/events/actor.ts'
import { createPost } from '../../src/modules/posts/create-post.ts'
import { createDemo } from '../../src/seed/demo.ts'
import { createDatabase } from '../support/database.ts'
import { MERGE, VOTE } from '../support/fixtures/merging.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { createComment } from '../support/fixtures/comments.ts'
import { customers, postId } from '../support/fixtures/people.ts'
import {
  CREATE_POST,
  postRecording,
  recordedBy,
  takenBack,
  UPDATE_POST,
  withNodeIds,
} from '../support/contract/recorded-events.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let { asTeam, post, bucket, tag, update } = {} as ReturnType<typeof postRecording>

beforeAll(() => {
  ;({ asTeam, post, bucket, tag, update } = postRecording(app, tenant))
})

test('records nothing for unchanged writes', async () => {
  const id = await post('Quiet')
  expect(
    await update(id, { title: 'Quiet', hidden: false, status: { slug: 'submitted' }, tagIds: [] }),
  ).toEqual([])
})

test('records votes and comments as such, and not as updates of their post', async () => {
  const id = await post('Voted on')
  const { ann } = await customers(app, tenant, 'ann')
  const participate = async () => {
    await run(app, ann, VOTE, { id: postId(id), direction: 'UP' })
    await createComment(app, ann, id, 'hm')
  }
  const types = (await recordedBy(app, participate)).map(({ type }) => type)
  expect(types).toEqual(['vote_added', 'comment_created'])
})

test('records nothing for a rejected or failed write', async () => {
  const id = await post('Stays')
  const refused = async () => {
    await refusal(app, tenant.keyAndAdmin, UPDATE_POST, {
      input: { id: postId(id), title: 'x', tagIds: ['tag_2000000000'] },
    })
    await refusal(app, tenant.keyAndAdmin, CREATE_POST, {
      input: { title: 'x', tagIds: ['tag_2000000000'] },
    })
    await refusal(app, tenant.keyAndAdmin, MERGE, { id: postId(id), postIds: ['post_2000000000'] })
    await takenBack(app, (tx) =>
      createPost(tx, tenant.organization.id, {
        title: 'x',
        submitterId: tenant.admin.id,
        actor: SYSTEM,
        privateBuckets: true,
      }),
    )
  }
  expect(await recordedBy(app, refused)).toEqual([])
})

test('records no update of the posts that change through a tag or bucket', async () => {
  const bucketId = await bucket({ name: 'Board' })
  const label = await tag('short-lived')
  const input = withNodeIds({ title: 'Tagged', bucketId, tagIds: [label] })
  await asTeam(CREATE_POST, { input })
  const quiet = async () => {
    await asTeam('mutation ($id: ID!) { deleteTag(input: { id: $id }) { deletedTagId } }', {
      id: `tag_${label}`,
    })
    await asTeam(
      'mutation ($id: ID!) { updateBucket(input: { id: $id, private: true }) { bucket { id } } }',
      { id: `bkt_${bucketId}` },
    )
  }
  const events = await recordedBy(app, quiet)
  expect(events.map(({ type, subjectId }) => [type, subjectId])).toEqual([
    ['bucket_updated', Number(bucketId)],
  ])
})

test('records nothing for the demo data of a first start', async () => {
  const database = await createDatabase()
  try {
    expect(await createDemo(database, app.services.keys)).not.toBeNull()
    expect(await database.kysely.selectFrom('events').selectAll().execute()).toEqual([])
  } finally {
    await database.drop()
  }
})
