import type { OpenIdClient } from '../../../auth/openid/openid.ts'
import { readDatabaseTime } from '../../../db/time.ts'
import { seal, type BegunSignIn } from './begun-sign-in.ts'
import { asAppError } from './provider-error.ts'
import type { ProviderServices } from './provider-services.ts'

type Way = Pick<BegunSignIn, 'organizationId' | 'providerId' | 'redirectUri' | 'returnTo' | 'locale'>

/**
 * Begins a sign-in with a provider. Returns the address to which the browser goes, and the sealed sign-in, which it
 * keeps until it returns.
 * @throws AppError UNAVAILABLE if the provider cannot be reached
 */
export async function beginSignIn(
  { db, keys, openId }: ProviderServices,
  client: OpenIdClient,
  way: Way,
): Promise<{ url: string; token: string }> {
  try {
    const { address, checks } = await openId.begin(client, way.redirectUri)
    const at = (await readDatabaseTime(db)).getTime()
    const token = seal(keys.encryption, { ...way, issuer: client.issuer, checks, at })
    return { url: address.href, token }
  } catch (error) {
    throw asAppError(error)
  }
}
