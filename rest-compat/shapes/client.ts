/** Returns the client credentials as GraphQL input. A missing value fails authentication. */
export function toClient(input: { client_id?: string; client_secret?: string }): {
  clientId: string
  clientSecret: string
} {
  return { clientId: input.client_id ?? '', clientSecret: input.client_secret ?? '' }
}
