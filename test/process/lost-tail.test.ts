import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { createApiKey } from '../../src/modules/organizations/create-api-key.ts'
import { readEvents } from '../support/clients/event-streams.ts'
import { credentialsChecked } from '../support/credentials-checked.ts'
import { LOST_TAILS, RESTORED_DATABASE } from '../support/faults/lost-tails.ts'
import { createInstallation, type FailoverInstallation } from '../support/faults/failover-installation.ts'
import { until } from '../support/postgres-server.ts'

const TAIL = [1, 2, 3, 4, 5, 6]

let installation: FailoverInstallation

beforeAll(async () => {
  installation = await createInstallation()
})
afterEach(() => installation.reset())
afterAll(() => installation.remove())

test.each(Object.entries(LOST_TAILS))(
  'no response cached before %s is served after it, and no id of a lost post is given again',
  async (_name, { begin, hasStandby = false }) => {
    const { servers, submit, titles } = await installation.start(['web'], { hasStandby })
    const before = [await submit('before 1'), await submit('before 2')]
    const goBack = await begin(servers)

    // Caches a list of each length after each change that will be lost.
    for (const number of TAIL) {
      await submit(`lost ${number}`)
      for (let times = 0; times < 3; times++) await titles(50 + number)
    }
    expect(await titles(50 + TAIL.length)).toHaveLength(before.length + TAIL.length)
    // PostgreSQL gives out 32 ids for each entry of its log, and a lost tail of fewer repeats none.
    const taken = `select max(nextval('posts_id_seq')) as id from generate_series(1, 40)`
    const [lost] = await servers.primary.query(taken)
    await goBack()
    const query = (statement: string) =>
      servers.primary.query(statement).catch(() => servers.standby?.query(statement))
    expect(await query('select title from posts')).toHaveLength(before.length)

    const present = [...before]
    expect(await titles(50)).toEqual(present)
    for (const number of TAIL) {
      present.push(await submit(`new ${number}`))
      expect(await titles(50 + number), `after new ${number}`).toEqual(present)
    }
    const given = `select from posts where title like 'new %' and id > ${String(lost?.id)}`
    expect(await query(given)).toHaveLength(TAIL.length)
  },
)

test('a lost credential is rejected at once and its streams end, although another one has its id', async () => {
  const { servers, url } = await installation.start(['web'])
  const { organization, admin } = installation.tenant
  const makeKey = async (database: string) => {
    const target = new URL(servers.primary.url)
    target.pathname = `/${database}`
    const { kysely, close } = await openDatabase({ url: target.href, max: 1 })
    const { key, row } = await inTransaction(kysely, (tx) =>
      createApiKey(tx, organization.id, { creatorId: admin.id }),
    )
    await close()
    return { id: row.id, headers: { 'API-KEY': key } }
  }
  const goBack = await RESTORED_DATABASE.begin(servers)
  const [other, lost] = [await makeKey('backup'), await makeKey('echolog')]
  // Both databases were restored from the same one, which moves the ids of the second only.
  await servers.primary.query(`update api_keys set id = ${lost.id} where id = ${other.id}`, 'backup')
  const list = async ({ headers }: typeof lost) =>
    (await fetch(`${url}/api/v3/feature_requests`, { headers })).status
  for (let times = 0; times < 3; times++) expect(await list(lost)).toBe(200)
  const stream = await readEvents({ url }, 'subscription { events { type } }', lost.headers)
  expect(stream.status).toBe(200)
  await credentialsChecked((text) => servers.primary.query(text))
  expect(stream.ended).toBe(false)

  await goBack()
  await until(async () => (await list(other)) === 200)
  expect(await list(lost)).toBe(401)
  await stream.end()
})
