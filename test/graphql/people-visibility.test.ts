import { expect, test } from 'vitest'
import { operationOf } from '../support/contract/id-arguments.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { customers, emailOf, postId, submit } from '../support/fixtures/people.ts'
import { rootFields } from '../support/contract/root-fields.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

test("shows a person's labels and e-mail, also masked, to the team and the person alone", async () => {
  const { ann, ben } = await customers(app, tenant, 'ann', 'ben')
  const id = await submit(app, ann, 'By ann')
  await app.database.pool.query(`update users set labels = '{whale}' where email = $1`, [emailOf('ann')])
  const read = async (headers: Headers) =>
    (
      await run(
        app,
        headers,
        'query ($id: ID!) { post(by: { id: $id }) { submitter { email maskedEmail labels } } }',
        { id: postId(id) },
      )
    ).post.submitter
  const all = { email: emailOf('ann'), maskedEmail: 'a***@people.example', labels: ['whale'] }
  expect(await read(tenant.key)).toEqual(all)
  expect(await read(ann)).toEqual(all)
  expect(await read(ben)).toEqual({ email: null, maskedEmail: null, labels: [] })
  expect(await read({ ...tenant.key, ...ben })).toEqual({ email: null, maskedEmail: null, labels: [] })
})

const MODULES =
  /(Tag|Bucket|Status|Statuses|Roadmap|RoadmapPost|Changelog|ChangelogLabel|Customer|Customers|CustomerByEmail|PostSubscriber|Posts|PostOnBehalf|unmergePost)$|^(addTeamMember|updateTeamMember|removeTeamMember|updateOrganization|rotateSsoKey|createApiKey|revokeApiKey)/
const writes = rootFields().filter(
  ({ kind, name, access }) =>
    kind === 'mutation' && ['team', 'member', 'admin'].includes(access?.require ?? '') && MODULES.test(name),
)

test('the schema has more than 30 mutations for the team', () => expect(writes.length).toBeGreaterThan(30))

test.each(writes.map((root) => [root.name, root] as const))(
  "rejects a blocked person's %s, with an API key or without",
  async (_name, root) => {
    const blocked = await tenant.member('admin')
    await app.database.pool.query('update users set blocked = true where id = $1', [blocked.id])
    const { query, variables } = operationOf(root, '1', '{ __typename }')
    for (const headers of [blocked.session, { ...tenant.key, ...blocked.session }])
      expect(await refusal(app, headers, query, variables)).toMatchObject({
        status: 403,
        message: 'You have been blocked by the team',
      })
  },
)

test('accepts labels in an import as in a creation: a list, one label, or a comma-separated list', async () => {
  const send = (entries: object[]) =>
    app.call('POST', '/api/v3/customers/import', {
      headers: tenant.keyAndAdmin,
      body: { customers: entries },
    })
  const { body } = await send([
    { email: 'a@labels.example', labels: 'a, b,,a' },
    { email: 'b@labels.example', labels: 'vip' },
    { email: 'c@labels.example', labels: ['x', 'y, z'] },
    { email: 'g@labels.example', labels: '"y, z", "a"" b", x' },
    { email: 'd@labels.example', labels: ['x', 5] },
    { email: 'e@labels.example', labels: 5 },
  ])
  expect(body.customers.map(({ labels }: { labels: string[] }) => labels)).toEqual([
    ['a', 'b'],
    ['vip'],
    ['x', 'y, z'],
    ['y, z', 'a" b', 'x'],
  ])
  expect(body.errors.map(({ index }: { index: number }) => index)).toEqual([4, 5])
  const created = await app.call('POST', '/api/v3/customers', {
    headers: tenant.keyAndAdmin,
    body: { email: 'f@labels.example', labels: 'a, b,,a' },
  })
  expect(created.body).toMatchObject({ labels: ['a', 'b'] })
})
