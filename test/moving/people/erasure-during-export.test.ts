import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportPersonTo } from '../../../src/cli/person.ts'
import { readConfig } from '../../../src/config.ts'
import { asBulk } from '../../../src/db/deadline.ts'
import { inTransaction } from '../../../src/db/transaction.ts'
import { SYSTEM } from '../../../src/events/actor.ts'
import { deleteCustomer } from '../../../src/modules/customers/delete-customer.ts'
import { exportOptions } from '../../../src/moving/export/options.ts'
import { runExport } from '../../../src/moving/export/run-export.ts'
import { writeCurrent } from '../../../src/moving/export/write-to-file.ts'
import { memoryBytes, openBytes } from '../../../src/moving/sources/open-files.ts'
import { readWhole } from '../../../src/moving/sources/source-files.ts'
import { storeFile } from '../../../src/moving/transfer/store-file.ts'
import { run } from '../../support/clients/operations.ts'
import { createTenant, type Tenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'

const app = useApp()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'echolog-export-'))
})
afterAll(() => rm(folder, { recursive: true }))

const context = () => ({ db: app.services.db, pseudonyms: app.services.keys.pseudonyms })

async function putPeople(of: Tenant, count: number): Promise<{ id: number; email: string }[]> {
  const people: { id: number; email: string }[] = []
  for (let number = 0; number < count; number++) {
    const email = `erased-${number}@people.example`
    const { createCustomer } = await run(
      app,
      of.keyAndAdmin,
      'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { databaseId } } }',
      { input: { email, name: `Erased ${number}` } },
    )
    people.push({ id: Number(createCustomer.customer.databaseId), email })
  }
  return people
}

/** Erases a person, and waits for `beforeCommit` when all is done but the commit. */
const erase = (of: Tenant, id: number, beforeCommit: () => Promise<unknown> = async () => {}) =>
  asBulk(() =>
    inTransaction(app.services.db, async (tx) => {
      const by = { actor: SYSTEM, actorId: null, encryption: app.services.keys.encryption }
      await deleteCustomer(tx, of.organization.id, id, by)
      await beforeCommit()
    }),
  )

/** Waits until a transaction waits for an advisory lock. */
const someoneWaits = () =>
  expect
    .poll(async () => {
      const { rows } = await app.database.pool.query(`select from pg_locks where locktype = 'advisory'
        and not granted and database = (select oid from pg_database where datname = current_database())`)
      return rows.length
    })
    .toBe(1)

test('a file of the command line is written again without a person who is erased before its end', async () => {
  const own = await createTenant(app)
  const [person, other] = await putPeople(own, 2)
  if (!person || !other) throw new Error('There are no people')
  const out = join(folder, 'organization.zip')
  let written: Promise<unknown> | undefined
  await erase(own, person.id, async () => {
    const request = { organizationId: own.organization.id, options: exportOptions() }
    written = writeCurrent(context(), request, out)
    await someoneWaits()
    expect(await readdir(folder)).not.toContain('organization.zip')
  })
  await written
  const files = await openBytes('organization.zip', memoryBytes(await readFile(out)))
  const people = (await readWhole(files, 'people.jsonl', 1_000_000)).toString()
  expect([people.includes(person.email), people.includes(other.email)]).toEqual([false, true])
  expect(await readdir(folder)).toEqual(['organization.zip'])
  await rm(out)
})

test('the data of a person who is erased before the end of their file are in no file', async () => {
  const own = await createTenant(app)
  const [person] = await putPeople(own, 1)
  if (!person) throw new Error('There is no person')
  const { keys } = app.services
  const { database, secretKey } = app
  const tools = {
    config: readConfig({}),
    database,
    keys,
    issuer: '',
    secretKey: { read: () => [secretKey] as const },
  }
  const options = { org: own.organization.slug, email: person.email, out: join(folder, 'person.zip') }
  let failure: Promise<unknown> | undefined
  await erase(own, person.id, async () => {
    failure = exportPersonTo(tools as never, options).catch((error: unknown) => error)
    await someoneWaits()
  })
  expect(await failure).toMatchObject({ message: expect.stringContaining('was erased') as unknown })
  expect(await readdir(folder)).toEqual([])
})

test('an export ends in which a person is erased each time that it is written', async () => {
  const own = await createTenant(app)
  const people = await putPeople(own, 4)
  const last = people.pop()
  const { startExport } = await run(
    app,
    own.admin.session,
    'mutation { startExport(input: {}) { exportRun { databaseId } } }',
  )
  const key = { organizationId: own.organization.id, id: Number(startExport.exportRun.databaseId) }
  const write = (during: () => Promise<unknown>) =>
    runExport(context(), key, async ({ name, bytes }) => {
      await during()
      return storeFile(app.services.db, { ...key, owner: 'export', ownerId: key.id, name }, bytes)
    })
  const stateOf = async () => {
    const { rows } = await app.database.pool.query(
      'select state, expires_at > now() as available from export_runs where id = $1',
      [key.id],
    )
    return rows as unknown[]
  }
  for (const { id } of people) {
    await write(() => erase(own, id))
    expect(await stateOf()).toMatchObject([{ state: 'waiting' }])
  }
  let erased: Promise<unknown> | undefined
  let before: unknown[] = []
  await write(async () => {
    erased = erase(own, Number(last?.id), async () => (before = await stateOf()))
    await someoneWaits()
  })
  await erased
  expect(before).toMatchObject([{ state: 'done' }])
  expect(await stateOf()).toEqual([{ state: 'done', available: null }])
})
