import { sql } from 'kysely'
import { isAdmin, type Caller } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import { forbidden, missingParam, unauthorized, unprocessable } from '../../lib/errors.ts'

/** A file that was uploaded for an import. */
export type UploadedFile = {
  id: number
  name: string
  bytes: number
  sha256: string
  uploaderId: number
  createdAt: Date
}

const MAX_NAME = 255
/**
 * Characters that are in no name: control, half of a pair, of a path, and those that turn the direction of what
 * follows.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Bidi_Control}/\\]/u

/**
 * Returns the admin who uploads a file for an import, and the organization.
 * @throws AppError UNAUTHORIZED without a credential, FORBIDDEN for others than admins in person
 */
export function importerOf(caller: Caller): { organizationId: number; uploaderId: number } {
  if (caller.authority === 'none') throw unauthorized('Sign in to upload a file')
  const { organizationId, actorId } = caller
  if (organizationId === null) throw forbidden('Name an organization in the header X-Organization')
  if (!isAdmin(caller) || actorId === null) throw forbidden('This requires an admin')
  return { organizationId, uploaderId: actorId }
}

/**
 * Returns the name of an uploaded file.
 * @throws AppError MISSING_PARAM without one, UNPROCESSABLE for an invalid one
 */
export function uploadName(name: unknown): string {
  if (typeof name !== 'string' || name.trim() === '') throw missingParam('name')
  if (name.length > MAX_NAME) throw unprocessable('name', `is too long (maximum is ${MAX_NAME} characters)`)
  if (UNSAFE.test(name) || /^\s*\.{1,2}\s*$/.test(name))
    throw unprocessable('name', 'must be the name of a file')
  return name.trim()
}

/** Returns the uploaded files of an organization with the given ids, in any order. */
export async function uploadedFiles(
  db: Db,
  organizationId: number,
  ids: readonly number[],
): Promise<UploadedFile[]> {
  const { rows } = await sql<UploadedFile>`
    select id, name, bytes, sha256, uploader_id as "uploaderId", created_at as "createdAt" from transfer_files
    where organization_id = ${organizationId} and id = any(${ids}::int[]) and owner = 'upload'
      and completed_at is not null`.execute(db)
  return rows
}

/** Returns the number of bytes of the organization's uploads that are not deleted yet. */
export async function uploadedBytes(db: Db, organizationId: number): Promise<number> {
  const { rows } = await sql<{
    bytes: number
  }>`select coalesce(sum(bytes), 0)::float8 as bytes from transfer_files
    where organization_id = ${organizationId} and owner = 'upload'`.execute(db)
  return rows[0]?.bytes ?? 0
}
