/** Every column that is encrypted under the server's key. The tenant is the column that names the organization. */
export const SEALED_COLUMNS = [
  { table: 'organizations', column: 'sso_key_ciphertext', tenant: 'id' },
  { table: 'oauth_apps', column: 'webhook_secret_ciphertext', tenant: 'organization_id' },
  { table: 'oauth_apps', column: 'previous_webhook_secret_ciphertext', tenant: 'organization_id' },
  { table: 'webhooks', column: 'secret_ciphertext', tenant: 'organization_id' },
  { table: 'webhooks', column: 'previous_secret_ciphertext', tenant: 'organization_id' },
] as const

export type SealedColumn = (typeof SEALED_COLUMNS)[number]

type Names<Column> = Column extends SealedColumn ? `${Column['table']}.${Column['column']}` : never

/** The place that a ciphertext is bound to: its column, the organization of its row and the row's id, none of which ever changes. */
export function sealedLocation(column: Names<SealedColumn>, organizationId: number, id: number): string {
  return `${column}/${organizationId}/${id}`
}
