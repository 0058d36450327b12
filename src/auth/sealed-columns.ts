/** All columns encrypted under the server's key. `tenant` is the column of the organization's id. */
export const SEALED_COLUMNS = [
  { table: 'organizations', column: 'sso_key_ciphertext', tenant: 'id' },
  { table: 'organizations', column: 'erasure_key_ciphertext', tenant: 'id' },
  { table: 'organizations', column: 'mail_key_ciphertext', tenant: 'id' },
  { table: 'oauth_apps', column: 'webhook_secret_ciphertext', tenant: 'organization_id' },
  { table: 'oauth_apps', column: 'previous_webhook_secret_ciphertext', tenant: 'organization_id' },
  { table: 'webhooks', column: 'secret_ciphertext', tenant: 'organization_id' },
  { table: 'webhooks', column: 'previous_secret_ciphertext', tenant: 'organization_id' },
  { table: 'webhooks', column: 'headers_ciphertext', tenant: 'organization_id' },
  { table: 'import_sources', column: 'key_ciphertext', tenant: 'organization_id' },
  { table: 'erasures', column: 'words_ciphertext', tenant: 'organization_id' },
  { table: 'sign_in_providers', column: 'client_secret_ciphertext', tenant: 'organization_id' },
  { table: 'mails', column: 'content_ciphertext', tenant: 'organization_id' },
] as const

export type SealedColumn = (typeof SEALED_COLUMNS)[number]

type Names<Column> = Column extends SealedColumn ? `${Column['table']}.${Column['column']}` : never

/**
 * Returns the additional data that binds a ciphertext to its column, organization and row id. None of them
 * ever changes.
 */
export function sealedLocation(column: Names<SealedColumn>, organizationId: number, id: number): string {
  return `${column}/${organizationId}/${id}`
}
