import { html, type Html } from '../html.ts'
import { browserVisitor } from '../visit/browser-visitor.ts'
import { linkTo, type PortalVisit } from '../visit/portal-visit.ts'

/**
 * Returns the part of a person's own page that takes over the votes and posts of the browser from before the sign-in.
 * It never happens by itself, because people share computers. Nothing for a browser without any.
 */
export async function browserVotes(visit: PortalVisit, personId: number): Promise<Html | ''> {
  const { tools, organization, words } = visit
  const { databaseId: id, portalUrl } = organization
  const visitor = await browserVisitor(visit, { id, portalUrl })
  const count = visitor ? await tools.portals.visitors.contributions(id, visitor.id) : 0
  if (count === 0) return ''
  return html`<form class="note" method="post" action="${linkTo(visit, ['u', personId, 'browser'])}">
    <span>${words.text('claim.count', { count: words.number(count) })}</span>
    <button class="button plain">${words.text('claim.take')}</button>
  </form>`
}
