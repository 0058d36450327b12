import { expect, test } from 'vitest'
import { memoryBytes, openBytes } from '../../../src/moving/sources/open-files.ts'
import { createTenant, type Tenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { exported } from '../export/export.ts'
import { importSource } from './run-source.ts'

const app = useApp()
const query = async (text: string, ...values: unknown[]) =>
  (await app.database.pool.query<Record<string, unknown>>(text, values)).rows

const addPerson = async ({ organization }: Tenant, email: string, role: string | null) => {
  const [person] = await query(
    `insert into users (organization_id, email, name, labels, role) values ($1, $2, $2, '{}', $3) returning id`,
    ...[organization.id, email, role],
  )
  return person?.id
}
const identitiesOf = ({ organization }: Tenant) =>
  query(
    `select u.email, i.subject from user_identities i
     join users u on u.organization_id = i.organization_id and u.id = i.user_id
     where i.organization_id = $1 order by u.email`,
    organization.id,
  )

test('an import links no identity with a person of the team, and leaves those that are here', async () => {
  const [from, to] = [await createTenant(app), await createTenant(app)]
  for (const name of ['ann', 'boss', 'carl']) {
    const id = await addPerson(from, `${name}@people.example`, null)
    await query(
      `insert into user_identities (organization_id, user_id, issuer, subject) values ($1, $2, 'https://idp.example', $3)`,
      ...[from.organization.id, id, `${name} of the file`],
    )
  }
  await addPerson(to, 'boss@people.example', 'admin')
  const carl = await addPerson(to, 'carl@people.example', null)
  await query(
    `insert into user_identities (organization_id, user_id, issuer, subject) values ($1, $2, 'https://idp.example', 'carl')`,
    ...[to.organization.id, carl],
  )
  const { fileName, archive } = await exported(app, from.organization.id)
  const run = await importSource(app, to, {
    source: 'echolog',
    open: () => openBytes(fileName, memoryBytes(archive)),
  })
  expect(run).toMatchObject({ state: 'done', errorsCount: 0 })
  expect(await identitiesOf(to)).toEqual([
    { email: 'ann@people.example', subject: 'ann of the file' },
    { email: 'carl@people.example', subject: 'carl' },
  ])
})
