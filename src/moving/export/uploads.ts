import { CompiledQuery } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { ImageType } from '../../lib/images/image.ts'
import { uploadFileName, uploadKeysIn } from '../../modules/uploads/upload-address.ts'
import { exportId } from './columns.ts'
import type { ExportRow } from './table.ts'
import type { ZipWriter } from './zip-writer.ts'

type Named = { id: number; key: string; type: ImageType }

/** An address in an attribute that ends like that of an upload. */
const ADDRESS = /(?<=["'])[^"'\s<>]*\/uploads\/([\w-]{22})\.\w+(?=["'])/g

/** Name of the file of an upload in an export. */
const fileOfUpload = (id: number, type: ImageType): string =>
  `uploads/${uploadFileName({ key: exportId('Upload', id), type })}`

/** Replaces the addresses of the organization's uploads in rows by the names of their files in the export. */
export async function nameUploads(
  tx: Transaction,
  organizationId: number,
  texts: readonly string[],
  rows: readonly ExportRow[],
): Promise<void> {
  const keys = new Set<string>()
  for (const row of rows)
    for (const column of texts) for (const key of uploadKeysIn(String(row[column]))) keys.add(key)
  if (keys.size === 0) return
  const query = CompiledQuery.raw(
    `select id, key, type from uploads
      where organization_id = $1 and key = any($2::text[]) and attached_at is not null`,
    [organizationId, [...keys]],
  )
  const found = (await tx.withoutPlugins().executeQuery<Named>(query)).rows
  const names = new Map(found.map(({ id, key, type }) => [key, fileOfUpload(id, type)]))
  for (const row of rows)
    for (const column of texts)
      row[column] = String(row[column]).replaceAll(
        ADDRESS,
        (address, key: string) => names.get(key) ?? address,
      )
}

/** Adds the bytes of the uploads that texts have named, one after another. */
export async function addUploads(tx: Transaction, organizationId: number, zip: ZipWriter): Promise<void> {
  let after = 0
  for (;;) {
    const query = CompiledQuery.raw(
      `select id, type, bytes from uploads
        where organization_id = $1 and id > $2 and attached_at is not null order by id limit 1`,
      [organizationId, after],
    )
    const [upload] = (await tx.withoutPlugins().executeQuery<Stored>(query)).rows
    if (!upload) return
    after = upload.id
    await zip.add(fileOfUpload(upload.id, upload.type), one(upload.bytes), { compress: false })
  }
}

type Stored = { id: number; type: ImageType; bytes: Buffer }

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
