import { getNamedType, isLeafType, isObjectType, type GraphQLNamedType } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { schema } from '../../src/schema.ts'
import { run } from '../support/clients/operations.ts'
import { createComment, DELETE_COMMENT } from '../support/fixtures/comments.ts'
import { customers, postId, submit } from '../support/fixtures/people.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

beforeAll(async () => {
  const { ann } = await customers(app, tenant, 'ann')
  const asTeam = (query: string) => run(app, tenant.keyAndAdmin, `mutation { ${query} }`)
  const { createTag } = await asTeam('createTag(input: { name: "bug" }) { tag { id } }')
  const { createRoadmap } = await asTeam('createRoadmap(input: { title: "Next" }) { roadmap { id } }')
  const into = postId(await submit(app, ann, 'Wish'))
  const other = await submit(app, ann, 'The same wish')
  await createComment(app, ann, other, 'Placeholder')
  const replied = await createComment(app, ann, into, 'Deleted')
  const reply = await createComment(app, tenant.key, into, 'Reply', { parentId: replied })
  await run(app, tenant.key, DELETE_COMMENT, { id: replied })
  await asTeam(`
    a: updateComment(input: { id: "${reply}", pinned: true, internal: true }) { comment { id } }
    b: updatePost(input: { id: "${into}", tagIds: ["${createTag.tag.id}"], pinned: true, status: { slug: "planned" } }) { post { id } }
    c: addRoadmapPost(input: { id: "${createRoadmap.roadmap.id}", postId: "${into}" }) { errors { message } }
    d: castVote(input: { id: "${into}" }) { vote { direction } }
    e: mergePosts(input: { id: "${into}", postIds: ["${postId(other)}"] }) { post { id } }
    f: createChangelog(input: { title: "News", postIds: ["${into}"], published: true }) { changelog { id } }`)
})

/** Selects what identifies the value of a field. */
function selectionOf(type: GraphQLNamedType): string {
  if (isLeafType(type)) return ''
  if (!isObjectType(type)) return '{ __typename }'
  const { nodes, id } = type.getFields()
  if (nodes) return `{ nodes ${selectionOf(getNamedType(nodes.type))} }`
  return id ? '{ id }' : '{ __typename }'
}

/** Each field of a type as a selection. */
function fieldsOf(name: string): string[] {
  const type = schema.getType(name)
  if (!isObjectType(type)) throw new Error(`${name} is no type`)
  return Object.values(type.getFields()).map(
    (field) => `${field.name} ${selectionOf(getNamedType(field.type))}`,
  )
}

const ask = (query: string) => run(app, tenant.keyAndAdmin, query)

/** Returns one object for each id, read alone. */
const alone = (field: string, ids: string[], selection: string) =>
  Promise.all(ids.map(async (id) => (await ask(`{ it: ${field}(by: { id: "${id}" }) { ${selection} } }`)).it))

const idsIn = (items: { id: string }[]) => items.map(({ id }) => id)

test('a list of posts reads the columns of each field that is selected alone', async () => {
  const { posts } = await ask('{ posts { nodes { id } } }')
  expect(posts.nodes.length).toBeGreaterThan(0)
  for (const field of fieldsOf('Post')) {
    const listed = (await ask(`{ posts { nodes { ${field} } } }`)).posts.nodes
    expect(listed, field).toEqual(await alone('post', idsIn(posts.nodes), field))
  }
})

test('a page of comments reads the columns of each field that is selected alone', async () => {
  const COMMENTS = (field: string) =>
    `{ posts(first: 1) { nodes { comments(first: 9) { nodes { ${field} } } } } }`
  const read = async (field: string) => (await ask(COMMENTS(field))).posts.nodes[0].comments.nodes
  const ids = idsIn(await read('id'))
  expect(ids.length).toBeGreaterThan(2)
  for (const field of fieldsOf('Comment'))
    expect(await read(field), field).toEqual(await alone('comment', ids, field))
})
