import { seal, unseal, type BegunSignIn } from '../../../src/modules/sign-in/providers/begun-sign-in.ts'
import type { TestApp } from '../app.ts'
import type { Tenant } from '../fixtures/scenario.ts'
import type { OpenIdProvider } from '../openid-provider.ts'
import { run } from './operations.ts'
import type { PageVisitor } from './page-visitor.ts'

export const CREATE_PROVIDER = `mutation ($input: CreateSignInProviderInput!) { createSignInProvider(input: $input) {
  signInProvider { id name issuer clientId updatedAt } } }`

/** Adds a provider to an organization. Returns it. */
export async function createProvider(
  app: TestApp,
  { admin }: Tenant,
  { issuer, client }: OpenIdProvider,
  name = 'Acme ID',
) {
  const input = { name, issuer, clientId: client.id, clientSecret: client.secret }
  const { createSignInProvider } = await run(app, admin.session, CREATE_PROVIDER, { input })
  return createSignInProvider.signInProvider as { id: string }
}

/** Follows a link to a provider. Returns the path to which the provider leads back. */
export async function comeBack(
  visitor: PageVisitor,
  provider: OpenIdProvider,
  path: string,
): Promise<string> {
  const { status, location, text } = await visitor.open(path)
  if (status !== 303 || !location) throw new Error(`no way to the provider: ${status} ${text}`)
  const { pathname, search } = provider.authorize(location)
  return pathname + search
}

/** Signs in with a provider. Returns the answer to the browser that comes back. */
export const signInWith = async (visitor: PageVisitor, provider: OpenIdProvider, path: string) =>
  visitor.open(await comeBack(visitor, provider, path))

/** Returns the `Cookie` header of a browser at a provider with another content of the sealed sign-in. */
export function changeBegun(
  app: TestApp,
  cookie: string,
  change: (begun: BegunSignIn) => BegunSignIn,
): string {
  const { encryption } = app.services.keys
  return cookie.replace(/(sign-in[^=]*=)([^;]+)/, (_, name: string, sealed: string) => {
    const begun = unseal(encryption, sealed)
    if (!begun) throw new Error('no sealed sign-in')
    return name + seal(encryption, change(begun))
  })
}
