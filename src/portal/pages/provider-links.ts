import { html, type Html } from '../html.ts'
import { withQuery } from '../addresses.ts'
import type { SignInPortal, Spoken } from './sign-in.ts'

/** Segment of the path of the installation's provider, which has no id. */
export const OWN_PROVIDER = 'installation'

/** Providers of a sign-in: those of a portal, and for accounts the name of that of the installation. */
type Providers = {
  portal?: SignInPortal | null | undefined
  ownProvider?: string | null | undefined
  returnTo: string
}

/**
 * Returns the links that sign in with providers. They are no forms, whose redirects the policy of the page would
 * stop at another site.
 */
export function providerLinks(
  { base, lang, words }: Spoken,
  { portal, ownProvider, returnTo }: Providers,
): Html | '' {
  const home = !portal || portal.path === '/' ? base : portal.path
  const links = [
    ...(portal?.providers ?? []).map(({ id, name }) => ({ path: `${home}/sign-in/with/${id}`, name })),
    ...(ownProvider == null ? [] : [{ path: `${base}/sign-in/with/${OWN_PROVIDER}`, name: ownProvider }]),
  ]
  if (links.length === 0) return ''
  return html`<div class="providers">
    ${links.map(
      ({ path, name }) =>
        html`<a class="button" href="${withQuery(path, { return_to: returnTo, lang })}"
          >${words.text('provider.continue', { name })}</a
        >`,
    )}
  </div>`
}
