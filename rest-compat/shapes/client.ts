/** Returns the client credentials as GraphQL input. A missing value fails authentication. */
export function toClient(input: { client_id?: string; client_secret?: string }): {
  id: string
  secret: string
} {
  return { id: input.client_id ?? '', secret: input.client_secret ?? '' }
}
