import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { uploadPicture } from '../support/clients/uploads.ts'
import { ROOT } from '../support/contract/source-files.ts'
import { png } from '../support/fixtures/pictures.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const guide = readFileSync(`${ROOT}docs/graphql.md`, 'utf8')
const examples = [...guide.matchAll(/```graphql\n(.*?)```/gs)].map(([, text = '']) => text)

/** Runs the examples in order. Returns their data. */
test('every example of the guide returns the result in the guide', async () => {
  const results = []
  await givePassword(app, [tenant.admin])
  await uploadPicture(app, tenant.admin.session, png())
  for (const query of examples) {
    const variables = query.includes('$password') ? { email: tenant.admin.email, password: PASSWORD } : {}
    const { body } = await app.graphql(query, variables, tenant.keyAndAdmin)
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
    { posts: { nodes: [{ title: 'Dark mode' }] }, comments: { totalCount: 0 } },
    { similarPosts: [{ post: { title: 'Dark mode' } }] },
    { events: { nodes: [{ type: 'POST_CREATED' }] } },
    { signIn: { session: { organizations: { nodes: [{ slug: tenant.organization.slug }] } } } },
    { sessions: { nodes: [{ id: 'ses_1', current: false }] } },
    { inviteTeamMember: { invitation: { id: 'inv_1', email: 'ann@example.com' }, errors: [] } },
    {
      activity: { total: { posts: 0, votes: 0 }, previousTotal: { votes: 0 } },
      moderationCounts: { pendingPosts: 0, pendingComments: 0 },
    },
    {
      auditEntries: {
        nodes: [{ action: 'INVITATION_CREATED', subjectId: 'inv_1', details: { role: 'MEMBER' } }],
      },
    },
    { uploads: { nodes: [{ id: 'upl_1', type: 'PNG', width: 4, attachedAt: null }], totalCount: 1 } },
    { deleteUpload: { deletedUploadId: 'upl_1', errors: [] } },
  ])
})
