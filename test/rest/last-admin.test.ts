import { expect, test } from 'vitest'
import { createTenant, type Person, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const app = useApp()

const send = (method: string, path: string, body: unknown, headers: Tenant['key']) =>
  app.call(method, `/api/v3/teams${path}`, { headers, body })

const as = ({ key }: Tenant, { session }: Person) => ({ ...key, ...session })

/** The ids of an organization's admins. */
async function adminsOf({ organization }: Tenant): Promise<number[]> {
  const { rows } = await app.database.pool.query<{ id: number }>(
    "select id from users where organization_id = $1 and role = 'admin' order by id",
    [organization.id],
  )
  return rows.map(({ id }) => id)
}

/** Adds an admin who has not accepted the membership. */
async function addUnaccepted(own: Tenant, email: string): Promise<number> {
  const { status, body } = await send('POST', '', { email, role: 'admin' }, own.keyAndAdmin)
  expect(status).toBe(201)
  return body.id
}

test('keeps the last admin, and the last one who has accepted the membership', async () => {
  const own = await createTenant(app)
  const { id } = own.admin
  const attempt = async () => [
    await send('DELETE', `/${id}`, undefined, own.keyAndAdmin),
    await send('PUT', `/${id}`, { role: 'member' }, own.keyAndAdmin),
  ]
  for (const who of ['last admin', 'last admin who has accepted the membership']) {
    const [removed, demoted] = await attempt()
    expect(removed).toMatchObject({
      status: 422,
      body: { error: 'ERROR_CODE_CANNOT_DELETE', message: `The ${who} cannot be removed` },
    })
    expect(demoted).toMatchObject({
      status: 422,
      body: { error: 'ERROR_CODE_INVALID_PARAM', message: `"role" cannot be taken from the ${who}.` },
    })
    await addUnaccepted(own, `${who.length}@team.example`)
  }
  expect((await send('PUT', `/${id}`, { role: 'admin' }, own.keyAndAdmin)).status).toBe(200)
  const invited = (await send('GET', '', undefined, own.keyAndAdmin)).body.teams.at(-1)
  expect((await send('DELETE', `/${invited.id}`, undefined, own.keyAndAdmin)).status).toBe(200)
  await own.member('admin')
  expect((await send('DELETE', `/${id}`, undefined, own.keyAndAdmin)).status).toBe(200)
})

test('of two admins who remove or demote each other at once, exactly one succeeds', async () => {
  for (let round = 0; round < 8; round++) {
    const own = await createTenant(app)
    const second = await own.member('admin')
    // Cannot sign in with an account, so does not replace either.
    const later = round % 2 ? [await addUnaccepted(own, 'later@team.example')] : []
    const act = (by: Person, on: Person, method: string) =>
      send(method, `/${on.id}`, method === 'DELETE' ? undefined : { role: 'member' }, as(own, by))
    const answers = await Promise.all([
      act(own.admin, second, round & 2 ? 'DELETE' : 'PUT'),
      act(second, own.admin, round & 4 ? 'DELETE' : 'PATCH'),
    ])
    const failed = answers
      .map(({ status }) => status)
      .sort()
      .at(-1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([403, 422]).toContain(failed)
    const left = await adminsOf(own)
    expect(left).toHaveLength(1 + later.length)
    expect(left).toEqual(expect.arrayContaining(later))
  }
})
