import type { Request } from 'express'
import type { Caller } from '../../auth/caller.ts'
import { AppError } from '../../lib/errors.ts'
import { canSeeUpload } from '../../modules/uploads/can-see-upload.ts'
import type { FoundUpload } from '../../modules/uploads/find-upload.ts'
import type { FindByHost } from '../../portal/addresses.ts'
import type { PortalTools } from '../../portal/visit/portal-tools.ts'
import { readerOf } from '../../portal/visit/visitor.ts'
import type { FileRouteOptions } from './file-routes.ts'

/** Options of the routes of pictures, which the pages of portals show. */
export type UploadRouteOptions = FileRouteOptions & { tools: PortalTools; findByHost: FindByHost }

/**
 * Whether a request may read a picture: one for everyone, or one that its caller may see. Identifies the caller only
 * if that decides.
 */
export async function mayRead(
  options: UploadRouteOptions,
  request: Request,
  upload: FoundUpload,
): Promise<boolean> {
  if (upload.readers !== 'some') return true
  const caller = await callerOf(options, request, upload)
  return caller !== null && canSeeUpload(options.services.db, upload, caller)
}

/**
 * Returns the caller in the organization of a picture: that of the credential, or the reader of the host's pages.
 * Null without one, and for one of another organization.
 */
async function callerOf(
  { contextOf, findByHost, tools }: UploadRouteOptions,
  request: Request,
  { portal }: FoundUpload,
): Promise<Caller | null> {
  const context = contextOf(request)
  const { apiKey, authorization } = context.credentials
  if (apiKey === undefined && authorization === undefined) {
    const own = await findByHost(request)
    if (own && own.id !== portal.id) return null
    return readerOf({ tools, request, portal, base: own ? '' : `/@${portal.slug}` })
  }
  try {
    return await context.caller({ organization: portal.slug })
  } catch (error) {
    if (error instanceof AppError && ['UNAUTHORIZED', 'FORBIDDEN'].includes(error.code)) return null
    throw error
  }
}
