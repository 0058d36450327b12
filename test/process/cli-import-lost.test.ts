import { join } from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { createTenant } from '../support/fixtures/scenario.ts'
import { ROOT, run } from '../support/program.ts'
import { useApp } from '../support/use.ts'

const app = useApp()

async function lock(table: string, mode: string): Promise<pg.PoolClient> {
  const client = await app.database.pool.connect()
  await client.query(`begin; lock table ${table} in ${mode} mode`)
  return client
}

/** Ends the connection that waits for a lock, once one does or the command has ended, and then releases the lock. */
async function loseConnection(holder: pg.PoolClient, table: string, isEnded: () => boolean): Promise<void> {
  const isLost = async () => {
    const { rows } = await app.database.pool.query<{ pid: number }>(
      `select pid, pg_terminate_backend(pid) from (
        select distinct pid from pg_locks where not granted and relation = $1::regclass
          and database = (select oid from pg_database where datname = current_database())) waiting`,
      [table],
    )
    return rows.length > 0 || isEnded()
  }
  await expect.poll(isLost).toBe(true)
  await holder.query('rollback')
  holder.release()
}

test('a run of a killed process is taken once its lease ends, after the command says what it waits for', async () => {
  const { organization } = await createTenant(app)
  const env = { DATABASE_URL: app.database.url, SECRET_KEY: app.secretKey.toString('base64') }
  const start = (...args: string[]) =>
    run('src/cli.ts', env, ['import', ...args, '--org', organization.slug, '--json'])
  const backup = join(ROOT, 'test/moving/samples/fider/backup.zip')
  const plan = start('fider', backup, '--dry-run')
  await plan.ended
  const { id, databaseId } = JSON.parse(plan.stdout()) as { id: string; databaseId: number }
  await app.database.pool.query(
    `update import_runs set state = 'running', started_at = now(), owner = 'killed:4711',
      leased_until = now() + interval '1 hour' where organization_id = $1 and id = $2`,
    [organization.id, databaseId],
  )
  const resume = start('resume', id, backup)
  await expect.poll(() => resume.stderr()).toContain('waiting for the process that works on this import')
  await app.database.pool.query(
    `update import_runs set leased_until = now() - interval '1 second' where organization_id = $1 and id = $2`,
    [organization.id, databaseId],
  )
  expect(await resume.ended).toBe(0)
  expect(JSON.parse(resume.stdout())).toMatchObject({ state: 'DONE' })
})

test('a plan and a run that lose their connection are repeated', async () => {
  const { organization } = await createTenant(app)
  // A plan reads references, and writes no posts.
  const [refs, posts] = [
    await lock('external_refs', 'access exclusive'),
    await lock('posts', 'share row exclusive'),
  ]
  const env = { DATABASE_URL: app.database.url, SECRET_KEY: app.secretKey.toString('base64') }
  const backup = join(ROOT, 'test/moving/samples/fider/backup.zip')
  const command = run('src/cli.ts', env, ['import', 'fider', backup, '--org', organization.slug, '--json'])
  let isEnded = false
  void command.ended.then(() => (isEnded = true))
  await loseConnection(refs, 'external_refs', () => isEnded)
  await loseConnection(posts, 'posts', () => isEnded)
  expect(await command.ended).toBe(0)
  const { rows } = await app.database.pool.query(
    'select count(*)::int as posts from posts where organization_id = $1',
    [organization.id],
  )
  expect(rows).toEqual([{ posts: 3 }])
})
