import { CamelCasePlugin, CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '../../src/db/generated/tables.ts'
import { toEventFilter } from '../../src/modules/events/event-filters.ts'
import { listEvents } from '../../src/modules/events/list-events.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let logged: Kysely<DB>
const statements: CompiledQuery[] = []

const EVENTS = 20_000
/** Actor of every second event. Each other one has 20. */
const FREQUENT = 1
const RARE = 77

beforeAll(async () => {
  database = await createDatabase()
  logged = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: database.pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query }) => void statements.push(query),
  })
  await database.pool.query(
    `insert into events (organization_id, type, subject_id, actor_kind, actor_id, snapshot, size)
     select 1, 'post_created', n, 'user', case when n % 2 = 0 then $2 else 2 + n % 1001 / 2 end, '{}', 2
     from generate_series(1, $1) n`,
    [EVENTS, FREQUENT],
  )
  await database.pool.query(
    'insert into event_order (organization_id, number, event_id, created_at) select 1, id, id, created_at from events',
  )
  await database.pool.query('analyze events, event_order')
})
afterAll(() => database.drop())

/** Lists the first events of a user and returns the plan of the statement that reads them. */
async function planOf(id: number): Promise<string> {
  statements.length = 0
  const { only } = toEventFilter({ actor: { kind: 'user', id } })
  const { rows } = await listEvents(logged, 1, { types: ['post_created'], only, page: { first: 10 } })
  expect(rows.map(({ actorId }) => actorId)).toEqual(Array.from({ length: 10 }, () => id))
  const [query] = statements.filter(({ sql }) => sql.includes('join events'))
  if (!query) throw new Error('no statement reads events')
  const explain = CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters])
  return JSON.stringify((await database.kysely.executeQuery(explain)).rows)
}

test('the events of an actor with few are found without reading the log', async () => {
  const plan = await planOf(RARE)
  expect(plan).toContain('organization_id_actor_id_actor_kind_idx')
  expect(plan).toContain('organization_id_actor_user_id_idx')
})

test('the events of an actor with many are read in the order of the log, up to the page', async () => {
  const plan = await planOf(FREQUENT)
  expect(plan).toMatch(/event_order_\d+_pkey/)
  expect(plan).not.toContain('actor_id_actor_kind_idx')
})
