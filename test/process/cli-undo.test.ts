import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rowsOfOrganization } from '../moving/engine/rows-of-organization.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { ROOT, run } from '../support/program.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
const BACKUP = join(ROOT, 'test/moving/samples/fider/backup.zip')

async function call(...args: string[]) {
  const env = { DATABASE_URL: app.database.url, SECRET_KEY: app.secretKey.toString('base64') }
  const command = run('src/cli.ts', env, ['import', ...args, '--json'])
  const code = await command.ended
  const stdout = command.stdout().trim()
  return { code, stderr: command.stderr(), json: stdout === '' ? null : JSON.parse(stdout) }
}

test('an import is undone on the command line, and what stays is listed', async () => {
  const tenant = await createTenant(app)
  const { slug } = tenant.organization
  const before = await rowsOfOrganization(app, tenant)
  const { json: first } = await call('fider', BACKUP, '--org', slug)
  const undone = await call('undo', first.id, '--org', slug)
  expect([undone.code, undone.json.state, undone.json.remaining.totalCount]).toEqual([0, 'UNDONE', 0])
  expect(await rowsOfOrganization(app, tenant)).toEqual(before)
  const again = await call('undo', first.id, '--org', slug)
  expect([again.code, JSON.stringify(again.json)]).toEqual([
    1,
    expect.stringContaining('The state of the import is undone'),
  ])

  const { json: second } = await call('fider', BACKUP, '--org', slug)
  await app.database.pool.query('update posts set pinned = true where organization_id = $1', [
    tenant.organization.id,
  ])
  const left = await call('undo', second.id, '--org', slug)
  expect([left.code, left.json.state]).toEqual([3, 'UNDONE'])
  expect(left.json.remaining.nodes).toContainEqual(
    expect.objectContaining({ kind: 'POST', reason: 'EDITED' }),
  )
  const { rows } = await app.database.pool.query(
    `select actor_id from audit_entries where organization_id = $1 and act = 'import.undone'`,
    [tenant.organization.id],
  )
  expect(rows).toEqual([{ actor_id: null }, { actor_id: null }])
})
