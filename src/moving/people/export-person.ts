import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Db } from '../../db/database.ts'
import { countErasures } from '../../modules/customers/erasure/erasures-and-exports.ts'
import { personHtml, personJson } from './person-files.ts'
import { readPersonalUploads, readProfile } from './personal-data.ts'

type PersonKey = {
  organizationId: number
  userId: number
  /** Whether the person has started the export. Outside the team it is then without internal comments. */
  isForThem?: boolean
}

/**
 * Opens the data of a person as a zip: `data.json`, the same as `data.html`, and their pictures in `uploads/`. Passes it to
 * `use`, which reads its bytes, with the number of erasures of the person that it contains. All of it is of one moment, by a transaction that writes nothing. No more than a page of
 * rows or a picture is in memory.
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
    const zip = new ZipFile()
    const add = (name: string, make: () => AsyncIterable<string | Buffer>, compress = true) =>
      zip.addReadStreamLazy(name, { compress }, (opened) => opened(null, Readable.from(make())))
    add('data.json', () => personJson(person))
    add('data.html', () => personHtml(person))
    for (const { file, read } of uploads) add(file, () => once(read), false)
    zip.end()
    const output = Readable.from(zip.outputStream)
    // A failure of a file is no error of the output, which would never end.
    zip.on('error', (error: Error) => output.destroy(error))
    return use(output as AsyncIterable<Buffer>, erasures)
  })
}

async function* once(read: () => Promise<Buffer>): AsyncGenerator<Buffer> {
  yield await read()
}
