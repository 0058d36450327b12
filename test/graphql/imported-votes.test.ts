import { beforeAll, expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { contradictions } from '../support/contract/consistency.ts'
import { merging, UNVOTE, type Merging } from '../support/fixtures/merging.ts'
import { customers, postId } from '../support/fixtures/people.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let { merge, unmerge, vote, post, state } = {} as Merging

beforeAll(() => {
  ;({ merge, unmerge, vote, post, state } = merging(app, tenant))
})

/** Submits a post and gives it votes as an import counts them. */
async function imported(title: string, ups: number, downs = 0): Promise<string> {
  const id = await post(title)
  await app.database.kysely
    .updateTable('posts')
    .set(({ eb }) => ({
      importedVotes: ups,
      importedDownvotes: downs,
      votesCount: eb('votesCount', '+', ups),
      downvotesCount: eb('downvotesCount', '+', downs),
    }))
    .where('organizationId', '=', tenant.organization.id)
    .where('id', '=', Number(id))
    .execute()
  return id
}

const COUNTS = 'votesCount downvotesCount importedVotesCount importedDownvotesCount'

/** Counts of a post: up-votes, down-votes, and those of them that were imported. */
async function counts(id: string): Promise<number[]> {
  const { post: found } = await run(
    app,
    tenant.key,
    `query ($id: ID!) { post(by: { id: $id }) { ${COUNTS} } }`,
    {
      id: postId(id),
    },
  )
  return [found.votesCount, found.downvotesCount, found.importedVotesCount, found.importedDownvotesCount]
}

const wrongCounts = async () => (await contradictions(app.database.kysely)).wrongCounts

test('counts votes beside the imported ones', async () => {
  const { ann } = await customers(app, tenant, 'ann')
  const id = await imported('Dark mode', 40, 3)
  await vote(ann, id)
  expect(await counts(id)).toEqual([42, 3, 40, 3])
  await vote(ann, id, 'DOWN')
  expect(await counts(id)).toEqual([41, 4, 40, 3])
  await run(app, ann, UNVOTE, { id: postId(id) })
  expect(await counts(id)).toEqual([41, 3, 40, 3])
  expect(await wrongCounts()).toBe(0)
})

test('a merge moves imported votes to the parent, and an unmerge gives back exactly those', async () => {
  const { ben } = await customers(app, tenant, 'ben')
  const [parent, one, two, plain] = [
    await imported('Parent', 10, 1),
    await imported('One', 5),
    await imported('Two', 7, 2),
    await post('Plain'),
  ]
  await vote(ben, one)
  const all = [parent, one, two, plain]
  const before = await state(...all)
  await merge(parent, one, two, plain)
  // The submitter of all posts counts once.
  expect(await counts(parent)).toEqual([1 + 1 + 10 + 5 + 7, 1 + 2, 22, 3])
  expect(await counts(one)).toEqual([1, 0, 0, 0])
  expect(await wrongCounts()).toBe(0)
  await unmerge(one)
  expect(await counts(one)).toEqual([1 + 1 + 5, 0, 5, 0])
  expect(await counts(parent)).toEqual([1 + 10 + 7, 3, 17, 3])
  await unmerge(plain)
  await unmerge(two)
  expect(await state(...all)).toEqual(before)
})

test('a merge into a post that is merged later moves them through both', async () => {
  const [first, second, third] = [
    await imported('First', 1),
    await imported('Second', 2, 2),
    await imported('Third', 4),
  ]
  const before = await state(first, second, third)
  await merge(second, first)
  await merge(third, second)
  expect(await counts(third)).toEqual([1 + 7, 2, 7, 2])
  await unmerge(second)
  expect(await counts(second)).toEqual([1 + 3, 2, 3, 2])
  await unmerge(first)
  expect(await state(first, second, third)).toEqual(before)
})

test('an unmerge leaves no negative number on a parent of which a later import counted fewer votes', async () => {
  const [parent, child] = [await imported('Now fewer', 10), await imported('Child', 5, 5)]
  await merge(parent, child)
  await app.database.kysely
    .updateTable('posts')
    .set(({ eb }) => ({ importedVotes: 2, votesCount: eb('votesCount', '-', 13) }))
    .where('organizationId', '=', tenant.organization.id)
    .where('id', '=', Number(parent))
    .execute()
  await unmerge(child)
  expect(await counts(parent)).toEqual([1, 0, 0, 0])
  expect(await counts(child)).toEqual([1 + 5, 5, 5, 5])
  expect(await wrongCounts()).toBe(0)
})

test('lists, orders and search contain imported votes', async () => {
  await imported('Rarely wanted quokka', 500)
  const nodes = `nodes { title ${COUNTS} }`
  const { posts, found, statuses } = await run(
    app,
    tenant.key,
    `{ posts(first: 1, orderBy: { field: VOTES, direction: DESC }) { ${nodes} }
      found: posts(first: 5, filter: { search: "quokka" }) { ${nodes} }
      statuses { posts(first: 1, orderBy: { field: VOTES, direction: DESC }) { ${nodes} } } }`,
  )
  const expected = {
    title: 'Rarely wanted quokka',
    votesCount: 501,
    downvotesCount: 0,
    importedVotesCount: 500,
    importedDownvotesCount: 0,
  }
  expect(posts.nodes).toEqual([expected])
  expect(found.nodes).toEqual([expected])
  const ofStatuses = statuses as { posts: { nodes: unknown[] } }[]
  expect(ofStatuses.flatMap((status) => status.posts.nodes)).toContainEqual(expected)
})
