import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { deriveKeys, fixedKeys } from '../../../src/auth/keys.ts'
import { inTransaction } from '../../../src/db/transaction.ts'
import { SYSTEM } from '../../../src/events/actor.ts'
import { deleteCustomer } from '../../../src/modules/customers/delete-customer.ts'
import { erasedPeople, readErasureHashes } from '../../../src/moving/people/erased-people.ts'
import { rotateKey } from '../../../src/server/lifecycle/rotate-key.ts'
import { run } from '../../support/clients/operations.ts'
import { useApp, useTenant } from '../../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

async function putCustomer(email: string): Promise<number> {
  const { createCustomer } = await run(
    app,
    tenant.keyAndAdmin,
    'mutation ($email: EmailAddress!) { createCustomer(input: { email: $email }) { customer { databaseId } } }',
    { email },
  )
  return createCustomer.customer.databaseId
}

test('the hashes of erased people survive a rotation of the key, and a lost key does not stop later erasures', async () => {
  const { db } = app.services
  const organizationId = tenant.organization.id
  const [first, second] = [await putCustomer('first@keys.example'), await putCustomer('second@keys.example')]
  const erase = (id: number, keys = app.services.keys) =>
    inTransaction(db, (tx) =>
      deleteCustomer(tx, organizationId, id, { actor: SYSTEM, actorId: null, encryption: keys.encryption }),
    )
  const found = async (email: string, keys: ReturnType<typeof deriveKeys>) => {
    const hashes = await readErasureHashes(db, keys.encryption, organizationId)
    if (!hashes) return []
    return [...(await erasedPeople(db, organizationId, [hashes.ofEmail(email)])).values()]
  }
  await erase(first)
  const next = randomBytes(32)
  const both = deriveKeys(fixedKeys([next, app.secretKey]))
  expect(await rotateKey({ db, keys: both, generated: null })).toMatchObject({ unreadable: 0 })
  expect(await found('first@keys.example', deriveKeys(next))).toEqual([first])
  const lost = deriveKeys(randomBytes(32))
  await rotateKey({ db, keys: lost, generated: null, acceptLoss: true })
  expect(await found('first@keys.example', lost)).toEqual([])
  expect((await app.database.pool.query('select from erasures where finished_at is null')).rows).toEqual([])
  await erase(second, lost)
  expect(await found('second@keys.example', lost)).toEqual([second])
})
