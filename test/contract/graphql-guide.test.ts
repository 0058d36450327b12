import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOT } from '../support/contract/source-files.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const guide = readFileSync(`${ROOT}docs/graphql.md`, 'utf8')
const examples = [...guide.matchAll(/```graphql\n(.*?)```/gs)].map(([, text = '']) => text)

/** Runs the examples in order. Returns their data. */
test('every example of the guide returns what the guide says', async () => {
  const results = []
  for (const query of examples) {
    const { body } = await app.graphql(query, {}, tenant.key)
    expect(body.errors, query).toBeUndefined()
    results.push(body.data)
  }
  expect(results).toMatchObject([
    { createPost: { post: { id: 'post_1', databaseId: 1 }, errors: [] } },
    { node: { id: 'post_1', title: 'Dark mode' }, nodes: [{ __typename: 'Post' }, null] },
    { byId: { title: 'Dark mode' }, bySlug: { title: 'Dark mode' }, none: null },
    {
      first: { tag: { id: 'tag_1', name: 'Mobile' }, clientMutationId: '1', errors: [] },
      again: {
        tag: null,
        errors: [{ code: 'ALREADY_EXISTS', field: ['name'], problem: 'has already been taken' }],
      },
    },
    { updatePost: { post: null, errors: [{ code: 'CONFLICT', field: ['ifUnchangedSince'] }] } },
    { posts: { totalCount: 1, totalCountIsExact: true, nodes: [{ votesCount: 1 }] } },
    { events: { nodes: [{ type: 'POST_CREATED' }] } },
  ])
})
