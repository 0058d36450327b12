import { CompiledQuery, sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'
import type { ImageType } from '../../lib/images/image.ts'
import { uploadUrl } from '../../modules/uploads/upload-address.ts'
import type { PersonalList } from './personal-lists.ts'

/** A row of a list, by the name of its column. */
export type PersonalRow = Record<string, unknown>

/** Number of rows of a page, of which one is in memory. */
const PAGE = 200

/** Returns the profile of a person. @throws AppError NOT_FOUND */
export async function readProfile(
  tx: Transaction,
  organizationId: number,
  userId: number,
): Promise<PersonalRow> {
  const person = await tx
    .selectFrom('users')
    .leftJoin('accounts', 'accounts.id', 'users.accountId')
    .where('users.organizationId', '=', organizationId)
    .where('users.id', '=', userId)
    .select([
      'users.name',
      'users.email',
      'users.avatarUrl',
      'users.locale',
      'users.role',
      'users.labels',
      'users.customFields',
      'users.blocked',
      'users.starred',
      'users.joinedTeamAt',
      'users.customerSince',
      'users.anonymizedAt',
      'users.createdAt',
      'users.updatedAt',
      'accounts.email as accountEmail',
      'accounts.name as accountName',
      'accounts.createdAt as accountCreatedAt',
    ])
    .executeTakeFirst()
  if (!person) throw notFound('User')
  return { id: `usr_${userId}`, ...person, labels: person.labels ?? [] }
}

/** Reads a list of a person's data, page by page. `isPublic` leaves out what is internal to the team. */
export async function* readPersonalRows(
  tx: Transaction,
  { text }: PersonalList,
  { organizationId, userId, isPublic }: { organizationId: number; userId: number; isPublic: boolean },
): AsyncGenerator<PersonalRow> {
  for (let after = 0; ;) {
    const query = CompiledQuery.raw(text, [organizationId, userId, after, PAGE])
    const { rows } = await tx.withoutPlugins().executeQuery<PersonalRow>(query)
    for (const { '#': number, ...row } of rows) {
      after = Number(number)
      if (!isPublic || row.internal !== true) yield row
    }
    if (rows.length < PAGE) return
  }
}

/** A picture of a person: the name of its file, and its bytes when they are read. */
export type PersonalUpload = { file: string; createdAt: Date; read: () => Promise<Buffer> }

/** Returns the pictures that a person has uploaded. */
export async function readPersonalUploads(
  tx: Transaction,
  organizationId: number,
  userId: number,
): Promise<PersonalUpload[]> {
  const { rows } = await sql<{ id: number; type: ImageType; createdAt: Date }>`
    select id, type, created_at as "createdAt" from uploads
    where organization_id = ${organizationId} and uploader_id = ${userId} order by id`.execute(tx)
  return rows.map(({ id, type, createdAt }) => ({
    file: uploadUrl({ key: `upl_${id}`, type }, { publicUrl: '' }).slice(1),
    createdAt,
    read: async () => {
      const { rows: found } = await sql<{ bytes: Buffer }>`select bytes from uploads
        where organization_id = ${organizationId} and id = ${id}`.execute(tx)
      return found[0]?.bytes ?? Buffer.alloc(0)
    },
  }))
}
