/** A client's credentials as an operation takes them; what is missing proves nothing. */
export function toClient(input: { client_id?: string; client_secret?: string }): {
  id: string
  secret: string
} {
  return { id: input.client_id ?? '', secret: input.client_secret ?? '' }
}
