import { isoTimestamp, type Timestamp } from '../../lib/graphql-client/timestamp.ts'
import { html, type Html } from '../html.ts'
import type { PortalVisit } from '../visit/portal-visit.ts'

/** Returns the day of a moment, which stays true in caches, with the exact time for programs and on hover. */
export const day = ({ words }: Pick<PortalVisit, 'words'>, moment: Timestamp): Html => {
  const iso = isoTimestamp(moment)
  return html`<time
    dir="${words.dir}"
    lang="${words.code}"
    datetime="${iso}"
    title="${iso.slice(0, 16).replace('T', ' ')} UTC"
    >${words.day(moment)}</time
  >`
}
