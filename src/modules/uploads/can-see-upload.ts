import { CompiledQuery } from 'kysely'
import { hasTeamView, readerIdOf, viewerOf, type Caller } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import { Parameters } from '../../db/lists/parameters.ts'
import type { FoundUpload } from './find-upload.ts'
import { usedInTexts } from './upload-uses.ts'

/**
 * Returns whether a caller may see an upload: the team, the person who uploaded it, and readers of a post or comment
 * that uses it at this moment (contract 3.2). An app needs the scopes of both.
 */
export async function canSeeUpload(db: Db, upload: FoundUpload, caller: Caller): Promise<boolean> {
  const { key, portal, readers, uploaderId } = upload
  if (readers !== 'some') return true
  if (caller.organizationId !== portal.id) return false
  if (hasTeamView(caller)) return readsTexts(caller)
  if (readerIdOf(caller) === uploaderId) return true
  const parameters = new Parameters(portal.id)
  const text = `select ${usedInTexts(parameters, key, viewerOf(caller))} as "isUsed"`
  const { rows } = await db
    .withoutPlugins()
    .executeQuery<{ isUsed: boolean }>(CompiledQuery.raw(text, parameters.values))
  return rows[0]?.isUsed === true
}

const readsTexts = ({ scopes }: Caller) =>
  scopes === null || (scopes.has('posts:read') && scopes.has('comments:read'))
