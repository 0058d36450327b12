import { AppError } from '../../lib/errors.ts'
import type { PortalOrganization } from './organization.ts'
import type { PortalViewer } from './viewer.ts'
import { pathTo, withQuery } from '../addresses.ts'
import type { Run, Visit } from './visit.ts'

/** A form that was not accepted, with the reason. */
export type Draft = {
  problem: string | null
  /** Name of a required field that is blank. */
  blank?: string | null
  fields: Record<string, string>
}

/** A request for a page of a portal, as its viewer sees it. */
export type PortalVisit = Visit & {
  organization: PortalOrganization
  /** Path of the portal on this host, without a trailing slash: `/@acme`, or empty on its own host. */
  base: string
  /** Path and query of the page, to which forms lead back. */
  path: string
  /** Parameters of the path. */
  params: Record<string, string>
  /** Parameters of the query. The last of several values counts. */
  query: Record<string, string | undefined>
  /** The person of the organization whose view the page shows. Null for visitors, who have no session. */
  viewer: PortalViewer | null
  /** Address of the console for people of the team. Null for everybody else. */
  console: string | null
  /** A form that was not accepted. Null on other pages. */
  draft: Draft | null
  /** Runs a document that visitors share while the organization is unchanged. Everybody else reads it. */
  runShared: Run
}

/** Response of a handler: a page, a document of another type, or another address with its status, default 308. */
export type PortalAnswer = { body: string; type?: string } | { redirect: string; status?: 301 | 303 }

/** Handles a request. Null if there is no such page. */
export type PortalHandler = (visit: PortalVisit) => Promise<PortalAnswer | null>

/** Returns an absolute address on the portal, for links that others store. */
export const absolute = ({ organization }: PortalVisit, ...segments: (string | number)[]): string =>
  pathTo(organization.portalUrl, ...segments)

/** Returns the path of a page of the portal, in the language that the address of this one names. */
export const linkTo = (
  { base, lang }: Pick<PortalVisit, 'base' | 'lang'>,
  segments: (string | number)[] = [],
  query: Record<string, string | null | undefined> = {},
): string => withQuery(pathTo(base, ...segments), { ...query, lang })

/** A parameter whose bytes are not UTF-8. Its page is refused, and not answered like one that does not exist. */
export class UnreadableParameter extends AppError {
  constructor(name: string) {
    super('INVALID_PARAM', `"${name}" is not valid Unicode.`)
  }
}

/**
 * Returns a parameter of the query, or null if it is absent or longer than any that a page makes.
 * @throws UnreadableParameter
 */
export function parameter({ query }: PortalVisit, name: string): string | null {
  const value = query[name]
  if (value?.isWellFormed() === false) throw new UnreadableParameter(name)
  return value === undefined || value === '' || value.length > MAX_PARAMETER ? null : value
}

const MAX_PARAMETER = 1000
