import { hasValidChecksum, newSecret } from '../../lib/crypto/secret.ts'
import { html, type Html } from '../html.ts'
import type { PortalVisit } from './portal-visit.ts'

/** Name of the hidden field with the secret of a form. */
const FIELD = 'form'
const PREFIX = 'fofo_'
const BITS = 256

/**
 * Returns the hidden field that makes a form one write, however often it is sent. Pages with it are made for one reader
 * and are never stored. A form that was refused keeps its secret.
 */
export const formTokenField = ({ draft }: PortalVisit): Html =>
  html`<input
    type="hidden"
    name="${FIELD}"
    value="${formTokenOf(draft?.fields ?? {}) ?? newSecret(PREFIX, BITS)}"
  />`

/** Returns the secret of a form that was sent. Null without a valid one. */
export function formTokenOf(fields: Record<string, string>): string | null {
  const token = fields[FIELD]
  return token !== undefined && hasValidChecksum(token, PREFIX) ? token : null
}
