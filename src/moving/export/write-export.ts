import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import { asBulk } from '../../db/deadline.ts'
import { AppError } from '../../lib/errors.ts'
import { awaitErasures, countErasures } from '../../modules/customers/erasure/erasures-and-exports.ts'
import { CSV_LINES, JSON_LINES, writeLines, type LineForm } from './lines.ts'
import { manifestOf } from './manifest.ts'
import type { ExportOptions } from './options.ts'
import { withSmallHeap } from '../small-heap.ts'
import { createPseudonyms, type Pseudonyms } from './pseudonyms.ts'
import { readmeOf } from './readme.ts'
import { readPages, type ExportRow, type ExportTable } from './table.ts'
import { QUACKBACK, SHEETS } from './tables/sheets.ts'
import { tablesOf } from './tables/tables.ts'
import { addUploads, nameUploads } from './uploads.ts'
import { ZipWriter, type FileEntry } from './zip-writer.ts'

/** Resources of an export. `pseudonyms` is a secret key, from which the pseudonyms of people are derived. */
export type ExportContext = { db: Db; pseudonyms: Buffer }

/** An export of an organization. `onProgress` receives the number of rows so far after each page. */
export type ExportRequest = {
  organizationId: number
  options: ExportOptions
  onProgress?: ((rows: number) => void) | undefined
  /** Whether erasures of the organization wait until `use` has returned. */
  holdsErasures?: boolean | undefined
}

/** An export that is being written. `files` are complete after the last byte. */
export type OpenExport = {
  fileName: string
  bytes: AsyncIterable<Buffer>
  files: Readonly<Record<string, FileEntry>>
  /** Number of erasures of the organization that its rows contain. */
  erasures: number
}

/** The organization at the moment of an export. */
export type Exported = { id: number; slug: string; name: string; createdAt: Date; at: Date }

/** Resources that the files of an export share. */
type Writing = {
  tx: Transaction
  organization: Exported
  options: ExportOptions
  pseudonyms: Pseudonyms | null
  zip: ZipWriter
  addRows: (rows: number) => void
}

/** Ends an attempt whose rows are older than the erasures for which it has waited. */
class StaleRows extends Error {}

/**
 * Opens an export of an organization and passes it to `use`, which reads its bytes. All files are of one moment. The
 * transaction never writes, so that it holds back no events. An organization has one export at a time.
 * @throws AppError CONFLICT while another export of the organization is written, NOT_FOUND
 */
export function withExport<T>(
  { db, pseudonyms }: ExportContext,
  { organizationId, options, onProgress, holdsErasures = false }: ExportRequest,
  use: (open: OpenExport) => Promise<T>,
): Promise<T> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const write = () =>
    snapshot.execute(async (tx) => {
      await lockExport(tx, organizationId)
      if (holdsErasures) await holdErasures(db, tx, organizationId)
      const organization = await readOrganization(tx, organizationId)
      const erasures = await countErasures(tx, organizationId)
      const zip = new ZipWriter(organization.at)
      let total = 0
      const writing: Writing = {
        tx,
        organization,
        options,
        pseudonyms: options.withoutPersonalData ? createPseudonyms(pseudonyms, organizationId) : null,
        zip,
        addRows: (rows) => onProgress?.((total += rows)),
      }
      const bytes = zip.bytes(() => writeFiles(writing))
      return use({ fileName: fileNameOf(organization), bytes, files: zip.files, erasures })
    })
  return withSmallHeap(() => asBulk(() => untilCurrent(write)))
}

/** Starts work again until its rows contain the erasures for which it has waited. */
async function untilCurrent<T>(write: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof StaleRows)) throw error
    }
}

/** Makes erasures wait for the end of `tx`. @throws StaleRows if one has ended after its rows were fixed */
async function holdErasures(db: Db, tx: Transaction, organizationId: number): Promise<void> {
  await awaitErasures(tx, organizationId)
  if ((await countErasures(tx, organizationId)) !== (await countErasures(db, organizationId)))
    throw new StaleRows()
}

async function lockExport(tx: Transaction, organizationId: number): Promise<void> {
  const key = `export/${organizationId}`
  const { rows } = await sql<{ isTaken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as is_taken`.execute(tx)
  if (rows[0]?.isTaken !== true)
    throw new AppError('CONFLICT', 'Another export of the organization is being written')
}

async function readOrganization(tx: Transaction, organizationId: number): Promise<Exported> {
  const organization = await tx
    .selectFrom('organizations')
    .select(['id', 'slug', 'name', 'createdAt', sql<Date>`transaction_timestamp()`.as('at')])
    .where('id', '=', organizationId)
    .executeTakeFirst()
  if (!organization) throw new AppError('NOT_FOUND', 'Organization not found')
  return organization
}

const fileNameOf = ({ slug, at }: Exported): string =>
  `echolog-export-${slug}-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.zip`

async function writeFiles(writing: Writing): Promise<void> {
  const { zip, options } = writing
  await zip.add('README.txt', whole(readmeOf(options)))
  if (options.form === 'csv') {
    for (const table of SHEETS) await writeTable(writing, table, CSV_LINES)
    return
  }
  if (options.form === 'quackback') return writeTable(writing, QUACKBACK, CSV_LINES)
  for (const table of tablesOf(options)) await writeTable(writing, table, JSON_LINES)
  const { tx, organization } = writing
  if (!options.withoutPersonalData) await addUploads(tx, organization.id, zip)
  await zip.add('manifest.json', whole(await manifestOf(tx, organization, options, zip.files)))
}

async function writeTable(writing: Writing, table: ExportTable, form: LineForm): Promise<void> {
  let total = 0
  const count = (rows: number) => {
    total += rows
    writing.addRows(rows)
  }
  const chunks = writeLines(table, form, convertedPages(writing, table), count)
  await writing.zip.add(`${table.file}${form.extension}`, chunks, { rowsOf: () => total })
}

async function* convertedPages(
  { tx, organization, pseudonyms }: Writing,
  table: ExportTable,
): AsyncGenerator<ExportRow[]> {
  for await (const page of readPages(tx, organization.id, table)) {
    if (table.texts) await nameUploads(tx, organization.id, table.texts, page)
    yield page.map((row) => {
      const impersonal = pseudonyms ? pseudonyms.apply(table, row) : row
      return table.convert ? table.convert(impersonal) : impersonal
    })
  }
}

async function* whole(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
