import { expect, test } from 'vitest'
import { setClock } from '../../src/lib/time/clock.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const CONFLICT = { code: 'CONFLICT', field: ['ifUnchangedSince'] }

test.each([
  { name: 'Tag', input: { name: 'Mobile' }, changes: { color: '#112233' } },
  { name: 'Status', input: { name: 'Parked', kind: 'PLANNED' }, changes: { percentage: 30 } },
  { name: 'ChangelogLabel', input: { name: 'Improved' }, changes: { color: '#112233' } },
])('an update of an older $name changes nothing', async ({ name, input, changes }) => {
  const field = name.charAt(0).toLowerCase() + name.slice(1)
  const fields = Object.keys({ name: '', ...changes }).join(' ')
  const operation = (verb: string) =>
    `mutation ($input: ${verb}${name}Input!) {
      ${verb.toLowerCase()}${name}(input: $input) { ${field} { id ${fields} createdAt updatedAt } } }`
  const send = async (verb: string, given: object) =>
    (await run(app, tenant.admin.session, operation(verb), { input: given }))[`${verb.toLowerCase()}${name}`][
      field
    ]
  const created = await send('Create', input)
  expect(created.updatedAt).toBe(created.createdAt)
  const { id } = created
  setClock(() => new Date(Date.now() + 1000))
  const updated = await send('Update', { id, ...changes, ifUnchangedSince: created.updatedAt })
  expect(updated).toMatchObject(changes)
  expect(Date.parse(updated.updatedAt)).toBeGreaterThan(Date.parse(created.updatedAt))
  const late = { id, name: 'Late', ifUnchangedSince: created.updatedAt }
  expect(await refusal(app, tenant.admin.session, operation('Update'), { input: late })).toMatchObject(
    CONFLICT,
  )
  const { node } = await run(
    app,
    tenant.admin.session,
    `query ($id: ID!) { node(id: $id) { ... on ${name} { name updatedAt } } }`,
    { id },
  )
  expect(node).toEqual({ name: input.name, updatedAt: updated.updatedAt })
  const current = { id, name: 'Later', ifUnchangedSince: updated.updatedAt }
  expect(await send('Update', current)).toMatchObject({ name: 'Later' })
})

test('two concurrent updates of one state are one update and one conflict', async () => {
  const { createTag } = await run(
    app,
    tenant.admin.session,
    'mutation { createTag(input: { name: "Raced" }) { tag { id updatedAt } } }',
  )
  const { id, updatedAt } = createTag.tag
  setClock(() => new Date(Date.now() + 1000))
  const UPDATE = `mutation ($input: UpdateTagInput!) { updateTag(input: $input) { tag { name } errors { code } } }`
  const answers = await Promise.all(
    ['One', 'Two'].map((name) =>
      app.graphql(UPDATE, { input: { id, name, ifUnchangedSince: updatedAt } }, tenant.admin.session),
    ),
  )
  const codes = answers.flatMap(({ body }) =>
    body.data.updateTag.errors.map(({ code }: { code: string }) => code),
  )
  expect(codes).toEqual(['CONFLICT'])
})

test('a new order of the statuses updates those whose position changes', async () => {
  const STATUSES = '{ statuses { id updatedAt } }'
  const { statuses: before } = await run(app, tenant.admin.session, STATUSES)
  setClock(() => new Date(Date.now() + 1000))
  const ids = before.map(({ id }: { id: string }) => id)
  const order = [...ids.slice(0, -2), ids.at(-1), ids.at(-2)]
  const REORDER =
    'mutation ($ids: [ID!]!) { reorderStatuses(input: { ids: $ids }) { statuses { id updatedAt } } }'
  const { reorderStatuses } = await run(app, tenant.admin.session, REORDER, { ids: order })
  const after: { id: string; updatedAt: string }[] = reorderStatuses.statuses
  const changed = after.filter(
    ({ id, updatedAt }) => updatedAt !== before.find((one: { id: string }) => one.id === id).updatedAt,
  )
  expect(changed.map(({ id }) => id)).toEqual(order.slice(-2))
})

test('a role that was changed since it was read is not changed again', async () => {
  const { id } = await tenant.member('member')
  const UPDATE = `mutation ($input: UpdateTeamMemberInput!) {
    updateTeamMember(input: $input) { teamMember { role roleChangedAt } } }`
  const READ = `query ($id: Int!) { teamMember(by: { databaseId: $id }) { id role roleChangedAt } }`
  const { teamMember: read } = await run(app, tenant.admin.session, READ, { id })
  const update = (role: string, ifUnchangedSince: string) => ({
    input: { id: read.id, role, ifUnchangedSince },
  })
  setClock(() => new Date(Date.now() + 1000))
  const { updateTeamMember } = await run(app, tenant.admin.session, UPDATE, update('CSM', read.roleChangedAt))
  expect(updateTeamMember.teamMember.role).toBe('CSM')
  const late = update('ADMIN', read.roleChangedAt)
  expect(await refusal(app, tenant.admin.session, UPDATE, late)).toMatchObject(CONFLICT)
  const { teamMember: left } = await run(app, tenant.admin.session, READ, { id })
  expect(left).toEqual({ id: read.id, ...updateTeamMember.teamMember })
})
