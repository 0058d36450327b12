import { expect, test } from 'vitest'
import { refusal, run } from '../../support/clients/operations.ts'
import { createTenant, type Headers, type Tenant } from '../../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../../support/use.ts'

const CLAIM = `mutation ($fromId: ID!, $intoId: ID!) { claimPerson(input: { fromId: $fromId, intoId: $intoId }) {
  claimedUserId user { id } counts { posts comments votes subscriptions changelogs roadmaps } } }`
const VOTE =
  'mutation ($id: ID!, $direction: VoteDirection) { castVote(input: { id: $id, direction: $direction }) { post { id } } }'

const app = useApp()
const tenant = useTenant(app)

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await app.database.pool.query<Row>(text, values)).rows

type Someone = { id: number; headers: Headers }

async function someone(of: Tenant, name: string): Promise<Someone> {
  const headers = await of.sso({ email: `${name}@claims.example`, name, add_as_customer: true })
  const { viewer } = await run(app, headers, '{ viewer { actor { databaseId } } }')
  return { id: viewer.actor.databaseId, headers }
}

/** Takes the address of a person away, as an import without addresses leaves people. */
const emptied = ({ id }: Someone) =>
  query('update users set email = null, customer_since = null where id = $1', [id])

const postBy = async ({ headers }: Someone, title: string): Promise<string> =>
  (
    await run(app, headers, 'mutation ($t: String!) { createPost(input: { title: $t }) { post { id } } }', {
      t: title,
    })
  ).createPost.post.id
const vote = ({ headers }: Someone, id: string, direction = 'UP') =>
  run(app, headers, VOTE, { id, direction })
const claim = (of: Tenant, fromId: number, intoId: number) =>
  run(app, of.admin.session, CLAIM, { fromId: `usr_${fromId}`, intoId: `usr_${intoId}` })

/** The counts of posts, and those that their votes have. */
const counts = (of: Tenant) =>
  query<{ stored: number[]; counted: number[] }>(
    `select array[votes_count, downvotes_count] as stored, array[
       (select count(*)::int from votes v where v.organization_id = p.organization_id and v.post_id = p.id and direction = 'up'),
       (select count(*)::int from votes v where v.organization_id = p.organization_id and v.post_id = p.id and direction = 'down')] as counted
     from posts p where organization_id = $1 order by id`,
    [of.organization.id],
  )

test('a claim moves everything once, counts votes right, and removes the empty person', async () => {
  const [ghost, owner] = [await someone(tenant, 'ghost'), await someone(tenant, 'owner')]
  const [own, both, against] = [
    await postBy(ghost, 'Own'),
    await postBy(owner, 'Both'),
    await postBy(owner, 'Against'),
  ]
  await vote(ghost, both)
  await vote(ghost, against, 'DOWN')
  await vote(owner, own)
  const said = 'mutation ($id: ID!) { createComment(input: { postId: $id, body: "Yes" }) { comment { id } } }'
  const { createComment } = await run(app, ghost.headers, said, { id: both })
  await emptied(ghost)
  await query(
    `insert into external_refs (organization_id, source_name, kind, external_id, local_id, second_id, run_id, created, hash)
     values ($1, 'csv', 'person', 'name:ghost', $2, null, 1, true, ''), ($1, 'csv', 'vote', '1:ghost', 1, $2, 1, true, '')`,
    [tenant.organization.id, ghost.id],
  )
  const { claimPerson } = await claim(tenant, ghost.id, owner.id)
  expect(claimPerson).toMatchObject({
    claimedUserId: `usr_${ghost.id}`,
    user: { id: `usr_${owner.id}` },
    counts: { posts: 1, comments: 1, votes: 0, changelogs: 0, roadmaps: 0 },
  })
  for (const { stored, counted } of await counts(tenant)) expect(stored).toEqual(counted)
  const references = await query('select local_id, second_id from external_refs order by kind')
  expect(references).toEqual([
    { local_id: owner.id, second_id: null },
    { local_id: 1, second_id: owner.id },
  ])
  const left = await query('select from users where id = $1', [ghost.id])
  expect(left).toEqual([])
  const read = `query ($post: ID!, $comment: ID!) { post(by: { id: $post }) { submitter { id } votesCount } comment(by: { id: $comment }) { author { id } } }`
  expect(
    await run(app, tenant.admin.session, read, { post: own, comment: createComment.comment.id }),
  ).toEqual({
    post: { submitter: { id: `usr_${owner.id}` }, votesCount: 1 },
    comment: { author: { id: `usr_${owner.id}` } },
  })
  const { auditEntries } = await run(
    app,
    tenant.admin.session,
    '{ auditEntries(filter: { actions: [PERSON_CLAIMED] }) { nodes { subjectId actor { id } } } }',
  )
  expect(auditEntries.nodes).toEqual([
    { subjectId: `usr_${owner.id}`, actor: { id: `usr_${tenant.admin.id}` } },
  ])
})

test('the events of a person who was claimed can be read', async () => {
  const own = await createTenant(app)
  const [ghost, owner] = [await someone(own, 'earlier'), await someone(own, 'reader')]
  await postBy(ghost, 'Seen')
  const gone = await postBy(ghost, 'Gone')
  await run(
    app,
    own.keyAndAdmin,
    'mutation ($id: ID!) { deletePost(input: { id: $id }) { deletedPostId } }',
    {
      id: gone,
    },
  )
  await query('insert into visitors (organization_id, token_hash, user_id) values ($1, $2, $3)', [
    own.organization.id,
    Buffer.from('token'),
    ghost.id,
  ])
  await emptied(ghost)
  await claim(own, ghost.id, owner.id)
  const mentions = await query(
    `select id from events where organization_id = $1 and (snapshot::text ~ $2 or actor_kind = 'user' and actor_id = $3)
       and type like 'post%'`,
    [own.organization.id, `(submitterId|authorId|userId)": ${ghost.id}\\M`, ghost.id],
  )
  expect(mentions).toEqual([])
  expect(await query('select from visitors where user_id = any($1)', [[ghost.id, owner.id]])).toEqual([])
})

test('a claim of merged posts keeps what an unmerge restores', async () => {
  const own = await createTenant(app)
  const [ghost, owner] = [await someone(own, 'merged'), await someone(own, 'keeper')]
  const [parent, child] = [await postBy(owner, 'Parent'), await postBy(owner, 'Child')]
  const third = await someone(own, 'third')
  const other = await postBy(third, 'Other child')
  await vote(ghost, other)
  await vote(ghost, child)
  const MERGE =
    'mutation ($id: ID!, $postIds: [ID!]!) { mergePosts(input: { id: $id, postIds: $postIds }) { post { id } } }'
  await run(app, own.keyAndAdmin, MERGE, { id: parent, postIds: [child, other] })
  await emptied(ghost)
  await claim(own, ghost.id, owner.id)
  const UNMERGE = 'mutation ($id: ID!) { unmergePost(input: { id: $id }) { post { id } } }'
  for (const id of [child, other]) await run(app, own.keyAndAdmin, UNMERGE, { id })
  for (const { stored, counted } of await counts(own)) expect(stored).toEqual(counted)
  const rows = await query<{ userId: number }>(
    'select user_id as "userId" from votes where organization_id = $1 and post_id = $2',
    [own.organization.id, Number(parent.split('_')[1])],
  )
  expect(rows).toEqual([{ userId: owner.id }])
})

test('claims and votes that run at once leave counts that agree with the votes', async () => {
  const own = await createTenant(app)
  const owner = await someone(own, 'busy')
  const ghosts = await Promise.all(['g1', 'g2', 'g3'].map((name) => someone(own, name)))
  const posts = await Promise.all(['A', 'B', 'C', 'D'].map((title) => postBy(owner, title)))
  for (const ghost of ghosts) for (const id of posts) await vote(ghost, id)
  for (const ghost of ghosts) await emptied(ghost)
  const voters = await Promise.all(['v1', 'v2'].map((name) => someone(own, name)))
  await Promise.all([
    ...ghosts.map(({ id }) => claim(own, id, owner.id)),
    ...[...voters, owner].flatMap((voter) => posts.map((id) => vote(voter, id, 'DOWN'))),
  ])
  for (const { stored, counted } of await counts(own)) expect(stored).toEqual(counted)
})

test('a claim needs an admin, and a person without an address in the same organization', async () => {
  const own = await createTenant(app)
  const [ghost, owner] = [await someone(own, 'nobody'), await someone(own, 'somebody')]
  const outsider = await someone(tenant, 'outsider')
  const tried = async (headers: Headers, fromId: number, intoId: number) =>
    refusal(app, headers, CLAIM, { fromId: `usr_${fromId}`, intoId: `usr_${intoId}` })
  expect(await tried(own.admin.session, ghost.id, owner.id)).toMatchObject({ code: 'UNPROCESSABLE' })
  await emptied(ghost)
  const member = await own.member('member')
  expect(await tried(member.session, ghost.id, owner.id)).toMatchObject({ status: 403 })
  expect(await tried(own.admin.session, ghost.id, outsider.id)).toMatchObject({ code: 'NOT_FOUND' })
  expect(await tried(tenant.admin.session, ghost.id, outsider.id)).toMatchObject({ code: 'NOT_FOUND' })
  expect(await tried(own.admin.session, ghost.id, ghost.id)).toMatchObject({ code: 'UNPROCESSABLE' })
  expect(await query('select from users where id = $1', [ghost.id])).toHaveLength(1)
})
