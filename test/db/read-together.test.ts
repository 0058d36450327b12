import { expect, test } from 'vitest'
import { inShare } from '../../src/db/sharing/connection-share.ts'
import { readTogether } from '../../src/db/sharing/read-together.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { userLoaders } from '../../src/modules/users/loaders.ts'
import { organizationById } from '../../src/modules/organizations/find-organization.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
const db = () => app.database.kysely

test('calls of the process at the same time share a read, and each receives its own rows', async () => {
  const reads: number[][] = []
  const read = readTogether<number, string>((_db, keys) => {
    reads.push([...keys])
    return Promise.resolve(keys.map((key) => (key === 2 ? null : `row ${key}`)))
  })
  expect(await Promise.all([read(db(), [1, 2]), read(db(), [3])])).toEqual([['row 1', null], ['row 3']])
  expect(reads).toEqual([[1, 2, 3]])
})

test('work of a request and of a transaction reads alone', async () => {
  const read = readTogether<number, number>((_db, keys) => Promise.resolve([...keys]))
  expect(inShare(1, () => read(db(), [1]))).toBeNull()
  expect(await inTransaction(db(), (tx) => Promise.resolve(read(tx, [1])))).toBeNull()
})

test('users and organizations that are read together are those of their own organization', async () => {
  const [one, other] = [await createTenant(app), await createTenant(app)]
  const usersOf = ({ organization }: typeof one) =>
    userLoaders({ db: db(), organizationId: organization.id, caller: null as never, loaders: new Map() }).byId
  const [ofOne, ofOther] = [usersOf(one), usersOf(other)]
  const found = await Promise.all([
    ofOne.find(one.admin.id),
    ofOne.find(other.admin.id),
    ofOther.find(other.admin.id),
  ])
  expect(found.map((user) => user && [user.organizationId, user.id])).toEqual([
    [one.organization.id, one.admin.id],
    null,
    [other.organization.id, other.admin.id],
  ])
  const ids = [other.organization.id, one.organization.id]
  const organizations = await Promise.all(ids.map((id) => organizationById(db(), id)))
  expect(organizations.map(({ id }) => id)).toEqual(ids)
  await expect(organizationById(db(), -1)).rejects.toThrow('no result')
})
