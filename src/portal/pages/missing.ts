import { html } from '../html.ts'
import { portalPage } from '../parts/layout.ts'
import { linkTo, type PortalVisit } from '../visit/portal-visit.ts'

/** Returns the page of an address that leads to nothing a visitor may see. */
export const missingPage = (visit: PortalVisit): string =>
  portalPage(visit, {
    title: visit.words.text('missing.title'),
    canonical: null,
    body: html`<div class="empty tall">
      <h1>${visit.words.text('missing.heading')}</h1>
      <p>${visit.words.text('missing.text')}</p>
      <p><a href="${linkTo(visit)}">${visit.words.text('show-all')}</a></p>
    </div>`,
  })
