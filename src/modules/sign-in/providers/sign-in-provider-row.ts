import type { SignInProvider } from '../../../db/rows.ts'

/** A provider's row without the secret of the client. */
export type SignInProviderRow = Omit<SignInProvider, 'clientSecretCiphertext'>

/** Columns of a provider without the secret of the client. */
export const PROVIDER_COLUMNS = [
  'organizationId',
  'id',
  'name',
  'issuer',
  'clientId',
  'createdAt',
  'updatedAt',
] as const

/** Location of the secret of a provider's client. */
export const SECRET = 'sign_in_providers.client_secret_ciphertext'
