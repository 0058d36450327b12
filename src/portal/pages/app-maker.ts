import { html, type Html } from '../html.ts'
import type { Words } from '../visit/words.ts'

/** App that asks for consent. `owner` registered it, null for a public client. */
export type AskingApp = {
  kind: 'REGISTERED' | 'METADATA' | 'DYNAMIC'
  clientId: string
  name: string
  owner: { name: string } | null
}

/**
 * Returns who has made an app: its organization, or the host whose document describes a public client. Nobody vouches
 * for a client that registered itself.
 */
export function appMaker({ kind, clientId, owner }: AskingApp, { text }: Words): Html {
  if (kind === 'DYNAMIC') return html`<p class="by">${text('consent.unverified')}</p>`
  return html`<p class="by">${text('consent.by', { owner: owner?.name ?? new URL(clientId).host })}</p>`
}
