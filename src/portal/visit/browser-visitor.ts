import { visitorTokenOf } from '../../auth/visitor-cookie.ts'
import type { VisitorPerson } from './portal-tools.ts'
import type { PortalVisit } from './portal-visit.ts'

type Asked = Pick<PortalVisit, 'request' | 'tools' | 'base'>

/** Returns the person as whom a browser has written before it signed in. Null without one, and for a blocked one. */
export async function browserVisitor(
  { request, tools, base }: Asked,
  { id, portalUrl }: { id: number; portalUrl: string | null },
): Promise<VisitorPerson | null> {
  const site = new URL(base === '' && portalUrl !== null ? portalUrl : tools.originOf(request))
  const token = visitorTokenOf(request, site)
  const person = token === null ? null : await tools.portals.visitors.find(id, token)
  return person?.blocked ? null : person
}
