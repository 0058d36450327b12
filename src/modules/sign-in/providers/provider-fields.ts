import type { OpenId } from '../../../auth/openid/openid.ts'
import { OpenIdError } from '../../../auth/openid/openid-error.ts'
import { unprocessable } from '../../../lib/errors.ts'
import { requiredText } from '../../../lib/text/fields.ts'
import { checkIssuer } from './issuer.ts'

const MAX_NAME = 50
const MAX_SECRET = 1024

/** Checked fields of a provider. */
export type ProviderFields = { name: string; issuer: string; clientId: string; clientSecret: string }

/** Returns the name of a provider, for the button of people. @throws AppError as `requiredText` */
export const checkName = (value: string) => requiredText('name', value, MAX_NAME)

/** Returns the id of the client at a provider. @throws AppError as `requiredText` */
export const checkClientId = (value: string) => requiredText('clientId', value)

/** Returns the secret of the client at a provider. @throws AppError as `requiredText` */
export const checkClientSecret = (value: string) => requiredText('clientSecret', value, MAX_SECRET)

/**
 * Returns an issuer as its tokens name it, after it has described itself.
 * @throws AppError as `checkIssuer`; UNPROCESSABLE if its description cannot be read, or names another issuer
 */
export async function describedIssuer(
  { openId, webhookAllowedHosts }: { openId: OpenId; webhookAllowedHosts: ReadonlySet<string> },
  value: string,
): Promise<string> {
  const issuer = checkIssuer(value, webhookAllowedHosts)
  try {
    return await openId.issuerOf(issuer)
  } catch (error) {
    if (!(error instanceof OpenIdError)) throw error
    throw unprocessable('issuer', 'has no description of itself at /.well-known/openid-configuration')
  }
}
