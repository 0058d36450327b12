import type { Request } from 'express'
import type { BrowserSessions } from '../../auth/browser-session.ts'
import { identify } from '../../auth/identify.ts'
import type { Revisions } from '../../db/history/revisions.ts'
import { variablesProblem } from '../../graphql/execution/rules/variable-limits.ts'
import type { Services } from '../../graphql/context.ts'
import type { RunStored } from '../../graphql/execution/run-stored.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { AppError } from '../../lib/errors.ts'
import { readPreviewToken } from '../../modules/changelogs/preview-token.ts'
import { findPortal, firstPortals } from '../../modules/organizations/find-portal.ts'
import { claimVisitor } from '../../modules/users/claiming/claim-visitor.ts'
import { countContributions } from '../../modules/users/claiming/count-contributions.ts'
import { createVisitor } from '../../modules/users/create-visitor.ts'
import { findVisitor } from '../../modules/users/find-visitor.ts'
import { createFindBySlug } from '../../portal/find-by-slug.ts'
import type { PageCache } from '../../portal/visit/page-cache.ts'
import type { Execute, PortalTools } from '../../portal/visit/portal-tools.ts'
import { formWrites } from './form-writes.ts'

/** Interface that the pages share with the REST routes. */
type Gateway = Pick<PortalTools, 'charge' | 'originOf' | 'addressOf' | 'bodyTimeout' | 'toAppError'> & {
  contextOf: (request: Request) => { requestId: string }
  execute: RunStored
}

type PageOptions = {
  services: Services
  revisions: Revisions
  pages: PageCache
  browserSessions: BrowserSessions
}

/** Returns what the pages call. They run stored operations as the REST routes do. */
export function portalToolsOf(options: PageOptions, gateway: Gateway): PortalTools {
  const { services, browserSessions } = options
  return {
    ...gateway,
    execute: executeForm(gateway),
    browserSessions,
    organization: null,
    sendsMail: () => services.mail.from !== null || !services.mail.isPublic(),
    ownProvider: () => services.ownProvider?.name ?? null,
    site: services.site,
    findPortal: (key) => findPortal(services.db, key),
    identify: (token, organization) => identify(services, { authorization: `Bearer ${token}`, organization }),
    requestIdOf: (request) => gateway.contextOf(request).requestId,
    portals: publicPagesOf(options, gateway),
  }
}

/** Returns what the public pages call. They look up portals, and read everything else by stored operations. */
function publicPagesOf(
  { services, revisions, pages }: PageOptions,
  { execute }: Gateway,
): PortalTools['portals'] {
  const { db, visitorThrottle } = services
  return {
    findBySlug: createFindBySlug({ findPortal: (slug) => findPortal(db, { slug }), revisions }),
    firstPortals: () => firstPortals(db),
    readPreview(organizationId, token) {
      const databaseId = readPreviewToken(services.keys.previews, organizationId, token)
      return databaseId === null ? null : { databaseId, id: toNodeId('Changelog', databaseId) }
    },
    ...formWrites(services, execute),
    cache: pages,
    visitors: {
      find: (organizationId, token) => findVisitor(db, organizationId, token),
      create: (organizationId, token) => createVisitor(db, organizationId, token),
      contributions: (organizationId, userId) => countContributions(db, organizationId, userId),
      claim: (organizationId, people) => claimVisitor(services, organizationId, people),
      count: (write, by) => visitorThrottle.count(write, by),
    },
  }
}

/**
 * Returns the executor of operations whose variables come from addresses and forms, which nothing has checked before.
 * @throws AppError INVALID_PARAM for a text that the database cannot store
 */
function executeForm({ execute }: Gateway): Execute {
  return async (document, variables, caller, request) => {
    const problem = variablesProblem(variables)
    if (problem !== null) throw new AppError('INVALID_PARAM', problem)
    return execute(document, variables, caller, request)
  }
}
