import { html, type Html } from '../html.ts'
import { linkTo, parameter, type PortalVisit } from '../visit/portal-visit.ts'

type PageInfo = {
  hasNextPage: boolean
  hasPreviousPage: boolean
  startCursor: string | null
  endCursor: string | null
}

/** Returns the arguments of a list for the page that the query names by a cursor. */
export function pageOf(visit: PortalVisit, size: number) {
  const [after, before] = [parameter(visit, 'after'), parameter(visit, 'before')]
  return before !== null && after === null ? { last: size, before } : { first: size, after }
}

/** Returns links to the adjacent pages of a list. Nothing for a list of one page. */
export function pager(
  visit: PortalVisit,
  segments: (string | number)[],
  info: PageInfo,
  filters: Record<string, string | null> = {},
): Html | '' {
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = info
  if (!hasNextPage && !hasPreviousPage) return ''
  const { text, dir } = visit.words
  const to = (cursor: Record<string, string | null>) => linkTo(visit, segments, { ...filters, ...cursor })
  const [back, on] = dir === 'rtl' ? ['→', '←'] : ['←', '→']
  return html`<nav class="pager" aria-label="${text('pager')}">
    ${hasPreviousPage ? html`<a rel="prev" href="${to({ before: startCursor })}">${back} ${text('pager.previous')}</a>` : html`<span></span>`}
    ${hasNextPage ? html`<a rel="next" href="${to({ after: endCursor })}">${text('pager.next')} ${on}</a>` : ''}
  </nav>`
}
