import type { Db } from '../../db/database.ts'
import type { Upload } from '../../db/rows.ts'
import { readPage, type PageRequest } from '../../db/lists/keyset.ts'

/** An upload's row without its bytes. */
export type UploadRow = Omit<Upload, 'bytes' | 'organizationId'>

const COLUMNS = [
  'id',
  'key',
  'type',
  'width',
  'height',
  'size',
  'uploaderId',
  'createdAt',
  'attachedAt',
] as const

/**
 * Returns one page of an organization's uploads, newest first, without their bytes.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function listUploads(db: Db, organizationId: number, page: PageRequest) {
  return readPage(
    db,
    db.selectFrom('uploads').select(COLUMNS).where('organizationId', '=', organizationId),
    [{ column: 'uploads.id', descending: true, type: 'int', value: ({ id }) => id }],
    page,
  )
}

/** Returns the uploads of an organization with the given ids, without their bytes, in any order. */
export function uploadsById(db: Db, organizationId: number, ids: readonly number[]): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
}
