import { alert } from '../page.ts'
import type { Html } from '../html.ts'
import type { PortalVisit } from '../portal-visit.ts'

/** Returns the reason for which a form was not accepted. Nothing on other pages. */
export const alertOf = ({ draft }: PortalVisit): Html | '' => alert(draft?.problem ?? null)
