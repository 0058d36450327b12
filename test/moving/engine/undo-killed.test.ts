import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { undoRun } from '../../../src/moving/engine/undo/undo-run.ts'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { backupOf } from './generate.ts'
import { rowsOfOrganization } from './rows-of-organization.ts'
import { importSource } from './run-source.ts'
import { startUndo } from './undo-import.ts'

const SIZE = { people: 100, posts: 200, votes: 400, comments: 150 }
const KILLS = 4
const PROGRAM = fileURLToPath(new URL('undo-process.ts', import.meta.url))

const app = useApp()
const children: ChildProcess[] = []
afterAll(() => children.forEach((child) => child.kill('SIGKILL')))

test('an undo that is killed at random points ends as an unbroken one', { timeout: 600_000 }, async () => {
  const tenant = await createTenant(app)
  const before = await rowsOfOrganization(app, tenant)
  const { id, organizationId } = await importSource(app, tenant, { source: 'fider', open: backupOf(SIZE) })
  const all = await refsOf(id)
  await startUndo(app, tenant.admin.session, { id })
  const release = await holdEnd(id)
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const point = all - Math.floor(((kill - Math.random()) / (KILLS + 1)) * all)
    const { child, ended } = start(organizationId, id)
    await expect.poll(() => refsOf(id), { interval: 5 }).toBeLessThan(point)
    child.kill('SIGKILL')
    await ended
  }
  // Another process waits for the end of the lease, which a busy machine does not reach.
  await app.database.pool.query(
    `update import_runs set leased_until = leased_until + interval '1 hour' where id = $1`,
    [id],
  )
  expect((await undoRun({ db: app.database.kysely }, { organizationId, id }, { owner: 'other' })).state).toBe(
    'undoing',
  )
  await release()
  const { ended, stdout } = start(organizationId, id)
  await ended
  expect(stdout()).toBe('undone')
  expect(await rowsOfOrganization(app, tenant)).toEqual(before)
  const { rows } = await app.database.pool.query(
    `select act from audit_entries where organization_id = $1 and act like 'import.%' order by id`,
    [organizationId],
  )
  expect(rows.map(({ act }) => act)).toEqual(['import.started', 'import.finished', 'import.undone'])
})

/**
 * Keeps an undo from its last rows, so that no process ends it before it is killed. Returns the function that lets it
 * end.
 */
async function holdEnd(id: number): Promise<() => Promise<void>> {
  const holder = new pg.Client(app.database.url)
  await holder.connect()
  await holder.query('begin')
  await holder.query(
    `select from external_refs where run_id = $1 and kind = 'person' order by external_id desc limit 1 for update`,
    [id],
  )
  return () => holder.end()
}

function start(organizationId: number, id: number) {
  const given = [app.database.url, organizationId, id, 20].map(String)
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, ended: once(child, 'close'), stdout: () => output }
}

async function refsOf(id: number): Promise<number> {
  const { rows } = await app.database.pool.query<{ number: number }>(
    'select count(*)::int as number from external_refs where run_id = $1',
    [id],
  )
  return rows[0]?.number ?? 0
}
