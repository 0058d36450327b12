import type { Db } from '../../db/database.ts'
import { now } from '../../lib/time/clock.ts'
import { countErasures } from '../../modules/customers/erasure/erasures-and-exports.ts'
import { ZipWriter } from '../export/zip-writer.ts'
import { personHtml, personJson } from './person-files.ts'
import { readPersonalUploads, readProfile } from './personal-data.ts'

type PersonKey = {
  organizationId: number
  userId: number
  /** Whether the person has started the export. Outside the team it is then without internal comments. */
  isForThem?: boolean
}

/**
 * Opens the data of a person as a zip: `data.json`, the same as `data.html`, and their pictures in `uploads/`. Passes
 * it to `use`, which reads its bytes, with the number of erasures of the person that it contains. All of it is of one
 * moment, by a transaction that writes nothing. No more than a page of rows or a picture is in memory.
 * @throws AppError NOT_FOUND
 */
export function withPersonExport<T>(
  db: Db,
  { organizationId, userId, isForThem = false }: PersonKey,
  use: (bytes: AsyncIterable<Buffer>, erasures: number) => Promise<T>,
): Promise<T> {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return transaction.execute(async (tx) => {
    const profile = await readProfile(tx, organizationId, userId)
    const erasures = await countErasures(tx, organizationId, userId)
    const uploads = await readPersonalUploads(tx, organizationId, userId)
    const isPublic = isForThem && profile.role === null
    const person = { tx, organizationId, userId, profile, uploads, isPublic }
    const zip = new ZipWriter(now())
    const write = async () => {
      await zip.add('data.json', bytesOf(personJson(person)))
      await zip.add('data.html', bytesOf(personHtml(person)))
      for (const { file, read } of uploads) await zip.add(file, once(read), { compress: false })
    }
    return use(zip.bytes(write), erasures)
  })
}

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text)
}

async function* once(read: () => Promise<Buffer>): AsyncGenerator<Buffer> {
  yield await read()
}
