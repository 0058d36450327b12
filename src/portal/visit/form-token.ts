import { hasValidChecksum, newSecret } from '../../lib/crypto/secret.ts'
import { html, type Html } from '../html.ts'
import type { PortalVisit } from './portal-visit.ts'

/** Name of the hidden field with the secret of a form. */
export const FORM_TOKEN = 'form'
const PREFIX = 'fofo_'
const BITS = 256

/**
 * Returns the hidden field that makes a form one write, however often it is sent. Pages with it are made for one reader
 * and are never stored. A form that was refused keeps its secret.
 */
export const formTokenField = ({ draft }: Pick<PortalVisit, 'draft'>): Html =>
  html`<input
    type="hidden"
    name="${FORM_TOKEN}"
    value="${formTokenOf(draft?.fields ?? {}) ?? newSecret(PREFIX, BITS)}"
  />`

/** Returns the secret of a form that was sent. Null without a valid one. */
export function formTokenOf(fields: Record<string, string>): string | null {
  const token = fields[FORM_TOKEN]
  return token !== undefined && hasValidChecksum(token, PREFIX) ? token : null
}
