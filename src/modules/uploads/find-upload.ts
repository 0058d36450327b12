import { CompiledQuery, sql } from 'kysely'
import type { Viewer } from '../../auth/caller.ts'
import type { Portal } from '../../auth/portal-base.ts'
import type { Db } from '../../db/database.ts'
import { Parameters } from '../../db/lists/parameters.ts'
import type { ImageType } from '../../lib/images/image.ts'
import { uploadUrl } from './upload-address.ts'
import { usedForAll, usedInTexts } from './upload-uses.ts'

/** An upload as its address names it. */
type Named = { key: string; type: ImageType }

/** An upload without its bytes, and who may read it. */
export type FoundUpload = Named & {
  uploaderId: number
  /** Number of bytes. */
  size: number
  /** Portal of the organization. */
  portal: Portal
  /**
   * Everyone with the address reads a logo, an avatar or a picture of the changelog, and one of a text that visitors
   * see at this moment. `canSeeUpload` decides about the others.
   */
  readers: 'all' | 'visitors' | 'some'
}

const VISITOR: Viewer = { hasTeamView: false, isVisitor: true, actorId: null }

/** Returns an upload by its random key. Null if there is none with this key and type. */
export async function findUpload(db: Db, { key, type }: Named): Promise<FoundUpload | null> {
  const { rows } = await sql<{ organizationId: number; uploaderId: number; size: number }>`
    select organization_id as "organizationId", uploader_id as "uploaderId", size
    from uploads where key = ${key} and type = ${type}::upload_type`.execute(db)
  const [upload] = rows
  if (!upload) return null
  const { organizationId, ...stored } = upload
  const parameters = new Parameters(organizationId)
  const forAll = usedForAll(parameters, { key, path: uploadUrl({ key, type }, { publicUrl: '' }) })
  const text = `select o.id, o.slug, o.portal_url as "portalUrl", o.visibility,
      o.anonymous_votes as "anonymousVotes", o.anonymous_posts as "anonymousPosts", ${forAll} as "isForAll",
      o.visibility = 'public' and ${usedInTexts(parameters, key, VISITOR)} as "isForVisitors"
    from organizations o where o.id = $1`
  const answer = await db
    .withoutPlugins()
    .executeQuery<Portal & Uses>(CompiledQuery.raw(text, parameters.values))
  const [found] = answer.rows
  if (!found) return null
  const { isForAll, isForVisitors, ...portal } = found
  return { key, type, ...stored, portal, readers: isForAll ? 'all' : isForVisitors ? 'visitors' : 'some' }
}

type Uses = { isForAll: boolean; isForVisitors: boolean }
