import { expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const FIELDS = 'id status { id createdAt updatedAt } tags { id createdAt updatedAt }'

test('a changed post has its status and tags with their times', async () => {
  const asTeam = (text: string, variables = {}) => run(app, tenant.keyAndAdmin, text, variables)
  const { createTag } = await asTeam('mutation { createTag(input: { name: "Mobile" }) { tag { id } } }')
  const times = { createdAt: expect.any(String), updatedAt: expect.any(String) }
  const expected = { status: times, tags: [times] }
  const { createPost } = await asTeam(
    `mutation ($tag: ID!) { createPost(input: { title: "One", tagIds: [$tag] }) { post { ${FIELDS} } } }`,
    { tag: createTag.tag.id },
  )
  expect(createPost.post).toMatchObject(expected)
  const { id } = createPost.post
  for (const change of ['title: "Two"', 'status: { slug: "planned" }', 'pinned: true']) {
    const { updatePost } = await asTeam(
      `mutation ($id: ID!) { updatePost(input: { id: $id, ${change} }) { post { ${FIELDS} } } }`,
      { id },
    )
    expect(updatePost.post).toMatchObject(expected)
  }
  expect((await asTeam(`{ posts { nodes { ${FIELDS} } } }`)).posts.nodes).toMatchObject([expected])
})
