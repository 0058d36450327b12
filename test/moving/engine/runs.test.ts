import { expect, test } from 'vitest'
import { errorsOf } from '../../../src/moving/engine/errors-of.ts'
import { runImport } from '../../../src/moving/engine/run-import.ts'
import { pauseRun, resumeRun, startRun } from '../../../src/moving/engine/run-states.ts'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { filesFrom } from '../read.ts'
import { backupOf } from './generate.ts'
import { contextOf, importSource, planSource, runPlanned, rowsOf, type Given } from './run-source.ts'
import { SAMPLES } from './samples.ts'

const app = useApp()
const SMALL = { people: 50, posts: 100, votes: 200, comments: 50 }

const given = (open: Given['open']): Given => ({ source: 'fider', open })
const canny = SAMPLES['answers of Canny']

test('a run cannot start while a decision is missing, and nothing is written', async () => {
  const tenant = await createTenant(app)
  const source = { ...canny?.given, options: {} } as Given
  const planned = await planSource(app, tenant, source)
  expect(planned.plan?.decisions).toMatchObject([{ option: "--map-status 'Later, maybe=submitted'" }])
  await expect(startRun(app.database.kysely, planned)).rejects.toThrow('--map-status')
  expect(await rowsOf(app, tenant)).toEqual({})
  await startRun(app.database.kysely, planned, { mapStatus: { 'Later, maybe': 'planned' } })
  const run = await runImport(contextOf(app), planned, async () => ({ files: await source.open() }))
  expect(run.state).toBe('done')
  expect(await rowsOf(app, tenant)).toEqual(canny?.rows)
})

test('a structural fault fails the plan with its reason, and nothing is written', async () => {
  const tenant = await createTenant(app)
  const run = await planSource(
    app,
    tenant,
    given(async () => filesFrom({ 'posts.json': '[{"id": 1' })),
  )
  expect(run).toMatchObject({ state: 'failed', plan: null })
  expect(run.reason).not.toBeNull()
  expect(await rowsOf(app, tenant)).toEqual({})
})

test('an organization has one working run at a time', async () => {
  const tenant = await createTenant(app)
  const [one, other] = [
    await planSource(app, tenant, given(backupOf(SMALL))),
    await planSource(app, tenant, given(backupOf(SMALL))),
  ]
  await startRun(app.database.kysely, one)
  await expect(startRun(app.database.kysely, other)).rejects.toThrow('Another import')
  await pauseRun(app.database.kysely, one)
  await startRun(app.database.kysely, other)
  await expect(resumeRun(app.database.kysely, one)).rejects.toThrow('Another import')
})

test('a run that was paused goes on from its cursor', async () => {
  const tenant = await createTenant(app)
  const source = given(backupOf(SMALL))
  const planned = await planSource(app, tenant, source)
  const stop = new AbortController()
  const open = async () => {
    stop.abort()
    return { files: await source.open() }
  }
  await startRun(app.database.kysely, planned)
  const halted = await runImport(contextOf(app), planned, open, { signal: stop.signal, batchSize: 10 })
  expect(halted).toMatchObject({ state: 'running' })
  await pauseRun(app.database.kysely, planned)
  await resumeRun(app.database.kysely, planned)
  const done = await runImport(contextOf(app), planned, async () => ({ files: await source.open() }))
  expect(done).toMatchObject({ state: 'done', counts: planned.plan?.counts })
})

test('a process leaves a run alone while another one holds its lease', async () => {
  const tenant = await createTenant(app)
  const source = given(backupOf(SMALL))
  const planned = await planSource(app, tenant, source)
  await startRun(app.database.kysely, planned)
  await app.database.pool.query(
    `update import_runs set owner = 'other', leased_until = now() + interval '1 hour' where id = $1`,
    [planned.id],
  )
  const open = async () => ({ files: await source.open() })
  expect(await runImport(contextOf(app), planned, open)).toMatchObject({ state: 'running', cursor: 0 })
  await app.database.pool.query(`update import_runs set leased_until = 'epoch' where id = $1`, [planned.id])
  expect(await runImport(contextOf(app), planned, open)).toMatchObject({ state: 'done' })
})

test('every error is listed with its row', async () => {
  const tenant = await createTenant(app)
  const plain = SAMPLES['plain CSV']
  const run = await importSource(app, tenant, plain?.given as Given)
  const errors = []
  for await (const error of errorsOf(app.database.kysely, run)) errors.push(error)
  expect(errors).toMatchObject([
    {
      number: 1,
      kind: 'post',
      row: 3,
      problems: [{ field: 'title' }, { field: 'created_at' }, { field: 'votes' }],
    },
    { number: 2, kind: 'post', row: 4 },
  ])
  expect(errors[0]?.original?.cells.length).toBeGreaterThan(0)
})

test('a run has one audit entry for its start and one for its end', async () => {
  const tenant = await createTenant(app)
  const run = await importSource(app, tenant, given(backupOf(SMALL)))
  const { rows } = await app.database.pool.query(
    `select act, actor_id, details from audit_entries where organization_id = $1 and act like 'import.%' order by id`,
    [tenant.organization.id],
  )
  expect(rows).toEqual([
    { act: 'import.started', actor_id: tenant.admin.id, details: { run: run.id, name: run.sourceName } },
    {
      act: 'import.finished',
      actor_id: tenant.admin.id,
      details: { run: run.id, name: run.sourceName, counts: run.counts },
    },
  ])
})

test('only the people of the option join the team, as members', async () => {
  const tenant = await createTenant(app)
  await importSource(app, tenant, { ...given(backupOf(SMALL)), options: { team: ['P1@big.example'] } })
  const { rows } = await app.database.pool.query(
    `select email, role from users where organization_id = $1 and role is not null and id <> $2`,
    [tenant.organization.id, tenant.admin.id],
  )
  expect(rows).toEqual([{ email: 'p1@big.example', role: 'member' }])
})

test('parents of comments are linked, and a cycle is broken', async () => {
  const tenant = await createTenant(app)
  const comment = (id: number, parent: string) =>
    `${id},Text ${id},1,1,${parent},f,2025-01-01 10:00:00,2025-01-01 10:00:00,1`
  const source: Given = {
    source: 'astuto',
    open: async () =>
      filesFrom({
        'users.csv':
          'id,email,full_name,role,status,created_at,tenant_id\n1,a@x.example,Ada,0,0,2025-01-01 10:00:00,1',
        'boards.csv': 'id,name,description,order,slug,tenant_id\n1,Ideas,,0,ideas,1',
        'post_statuses.csv': 'id,name,color,order,show_in_roadmap,tenant_id\n1,Planned,#112233,0,f,1',
        'posts.csv':
          'id,title,description,board_id,user_id,post_status_id,approval_status,slug,created_at,updated_at,tenant_id\n1,One,,1,1,1,0,one,2025-01-01 10:00:00,2025-01-01 10:00:00,1',
        'comments.csv': [
          'id,body,user_id,post_id,parent_id,is_post_update,created_at,updated_at,tenant_id',
          comment(1, ''),
          comment(2, '3'),
          comment(3, '2'),
          comment(4, '1'),
        ].join('\n'),
        'likes.csv': 'id,user_id,post_id,created_at,tenant_id',
        'follows.csv': 'id,user_id,post_id,created_at,tenant_id',
        'post_status_changes.csv': 'id,post_id,user_id,post_status_id,created_at,tenant_id',
      }),
  }
  const run = await importSource(app, tenant, source)
  expect(run.state).toBe('done')
  const { rows } = await app.database.pool.query(
    `select c.body, p.body as parent from comments c left join comments p on p.id = c.parent_id
     where c.organization_id = $1 order by c.body`,
    [tenant.organization.id],
  )
  expect(rows).toEqual([
    { body: 'Text 1', parent: null },
    { body: 'Text 2', parent: null },
    { body: 'Text 3', parent: 'Text 2' },
    { body: 'Text 4', parent: 'Text 1' },
  ])
})

test('no secret of a source is in any column', async () => {
  const tenant = await createTenant(app)
  for (const { given: source } of Object.values(SAMPLES)) {
    await runPlanned(app, await planSource(app, tenant, source), source)
  }
  expect(await tablesWith('Ada Byron')).toContain('users')
  for (const secret of ['DO-NOT-IMPORT', 'not-to-be-kept']) expect(await tablesWith(secret)).toEqual([])
})

/** Tables with a row that contains a word in any column. */
async function tablesWith(word: string): Promise<string[]> {
  const { pool } = app.database
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const { rowCount } = await pool.query(`select from "${name}" t where t::text ilike $1 limit 1`, [
        `%${word}%`,
      ])
      return rowCount ? [name] : []
    }),
  )
  return found.flat()
}
