import { expect, test } from 'vitest'
import { writeExport } from '../../../src/moving/transfer/exports.ts'
import { run } from '../../support/clients/operations.ts'
import { createTenant, type Tenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'

const CLAIM = `mutation ($fromId: ID!, $intoId: ID!) { claimPerson(input: { fromId: $fromId, intoId: $intoId }) {
  claimedUserId } }`

const app = useApp()

const query = async (text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows

async function someone(of: Tenant, name: string) {
  const headers = await of.sso({ email: `${name}@claims.example`, name, add_as_customer: true })
  const { viewer } = await run(app, headers, '{ viewer { actor { databaseId } } }')
  return { id: Number(viewer.actor.databaseId), headers }
}

test('a claim deletes exports of the empty person, with their files, and keeps what the person has started', async () => {
  const of = await createTenant(app)
  const [ghost, owner, another] = [
    await someone(of, 'ghost2'),
    await someone(of, 'owner2'),
    await someone(of, 'other2'),
  ]
  const EXPORT = 'mutation { exportPerson(input: {}) { exportRun { databaseId } } }'
  const { exportPerson } = await run(app, ghost.headers, EXPORT)
  const key = { organizationId: of.organization.id, id: exportPerson.exportRun.databaseId }
  await writeExport({ db: app.services.db, pseudonyms: app.services.keys.pseudonyms }, key, 'test')
  await query(
    `insert into export_runs (organization_id, kind, person_id, created_by_id) values ($1, 'person', $2, $3)`,
    [of.organization.id, another.id, ghost.id],
  )
  await query(
    `insert into transfer_files (organization_id, owner, name, uploader_id) values ($1, 'upload', 'posts.csv', $2)`,
    [of.organization.id, ghost.id],
  )
  await query('update users set email = null, customer_since = null where id = $1', [ghost.id])
  await run(app, of.admin.session, CLAIM, { fromId: `usr_${ghost.id}`, intoId: `usr_${owner.id}` })
  const exports = 'select person_id, created_by_id from export_runs where organization_id = $1'
  expect(await query(exports, [of.organization.id])).toEqual([
    { person_id: another.id, created_by_id: owner.id },
  ])
  const files = 'select name, uploader_id from transfer_files where organization_id = $1'
  expect(await query(files, [of.organization.id])).toEqual([{ name: 'posts.csv', uploader_id: owner.id }])
})
