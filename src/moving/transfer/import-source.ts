import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import { sealedLocation } from '../../auth/sealed-columns.ts'
import type { Db } from '../../db/database.ts'
import { encrypt, type Keyring } from '../../lib/crypto/encryption.ts'
import { API_ADDRESSES, type ApiSource } from '../fetch/authorize.ts'
import { FetchFailure, type FetchReport } from '../fetch/requests.ts'
import type { OpenedSource, RunKey } from '../engine/context.ts'
import { filesOf, openBytes } from '../sources/open-files.ts'
import { SourceFault } from '../source-fault.ts'
import type { SourceFiles } from '../sources/source-files.ts'
import { firstFetchState, type FetchOptions } from './fetchers.ts'
import { storedBytes } from './read-file.ts'

/** Where an import gets its files. */
export type ImportOrigin =
  | { fileId: number; votesFileId?: number | undefined }
  | { source: ApiSource; address: string; key: string; options: FetchOptions }

/** Stores where an import gets its files. The key of an API is encrypted. */
export async function storeImportSource(
  db: Db,
  { organizationId, id }: RunKey,
  origin: ImportOrigin,
  keyring: Keyring,
): Promise<void> {
  if ('fileId' in origin) {
    await sql`insert into import_sources (organization_id, id, file_id, votes_file_id)
      values (${organizationId}, ${id}, ${origin.fileId}, ${origin.votesFileId ?? null})`.execute(db)
    return
  }
  const { source, address, key, options } = origin
  const box = encrypt(keyring, key, keyLocation({ organizationId, id }))
  await sql`insert into import_sources (organization_id, id, address, key_ciphertext, fetch_state)
    values (${organizationId}, ${id}, ${address}, ${box},
      ${JSON.stringify(firstFetchState(source, options))}::jsonb)`.execute(db)
}

/** Location to which the encrypted key of an import is bound. */
export const keyLocation = ({ organizationId, id }: RunKey): string =>
  sealedLocation('import_sources.key_ciphertext', organizationId, id)

/** Address of the API of a source: the given one for a source that everybody hosts, or its own. */
export function apiAddress(source: ApiSource, url: string | null | undefined): string | null {
  return url ?? API_ADDRESSES[source]
}

type StoredSource = { fileId: number | null; votesFileId: number | null; reports: FetchReport[] }

/**
 * Opens the files of an import: the upload, or the stored answers.
 * @throws SourceFault if the upload is deleted already
 */
export async function openImportSource(
  db: Db,
  { organizationId, id }: RunKey,
  { maxEntries }: { maxEntries?: number | undefined },
): Promise<OpenedSource> {
  const { rows } = await sql<StoredSource>`select file_id as "fileId", votes_file_id as "votesFileId", reports
    from import_sources where organization_id = ${organizationId} and id = ${id}`.execute(db)
  const [source] = rows
  if (!source) throw new SourceFault('The files of the import are deleted.')
  if (source.fileId === null) return { files: await openAnswers(db, organizationId, id) }
  const open = (fileId: number) => openUpload(db, organizationId, fileId, maxEntries)
  return {
    files: await open(source.fileId),
    votes: source.votesFileId === null ? undefined : await open(source.votesFileId),
  }
}

type FileRow = { id: number; name: string; bytes: number; compressed: boolean }

async function openUpload(
  db: Db,
  organizationId: number,
  fileId: number,
  maxEntries: number | undefined,
): Promise<SourceFiles> {
  const { rows } = await sql<FileRow>`select id, name, bytes::float8 as bytes, compressed from transfer_files
    where organization_id = ${organizationId} and id = ${fileId} and owner = 'upload'
      and completed_at is not null`.execute(db)
  const [file] = rows
  if (!file) throw new SourceFault('The uploaded file is deleted. Upload it again.')
  return openBytes(file.name, storedBytes(db, { organizationId, ...file }), { maxEntries })
}

async function openAnswers(db: Db, organizationId: number, runId: number): Promise<SourceFiles> {
  const rows = await answersOf(db, { organizationId, id: runId })
  if (rows.length === 0) throw new SourceFault('The stored answers of the source are deleted.')
  return filesOf(
    rows.map((file) => ({ name: file.name, bytes: storedBytes(db, { organizationId, ...file }) })),
  )
}

/** Returns the JSON of a stored answer of an import. @throws FetchFailure if it is deleted */
export async function readAnswer(db: Db, run: RunKey, name: string): Promise<unknown> {
  const [file] = await answersOf(db, run, name)
  if (!file)
    throw new FetchFailure('failed', 'The stored answers of the source are deleted. Plan the import again.')
  const source = storedBytes(db, { organizationId: run.organizationId, ...file })
  return json(source.read(0, source.size))
}

/** Returns the stored answers of an import, or the one with a name. */
async function answersOf(
  db: Db,
  { organizationId, id }: RunKey,
  name: string | null = null,
): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`select id, name, bytes::float8 as bytes, compressed from transfer_files
    where organization_id = ${organizationId} and owner = 'run' and owner_id = ${id}
      and (${name}::text is null or name = ${name}::text) and completed_at is not null`.execute(db)
  return rows
}
