/** Form of an integer id that a row can have. */
const DATABASE_ID = /^[1-9]\d{0,15}$/

/** Returns the GraphQL id of an object with a prefix such as `post`. Any other text than an integer matches nothing. */
export const nodeId = (prefix: string, id: string | number): string => `${prefix}_${databaseId(id)}`

/** Returns the GraphQL id of an object whose ids exceed 32 bits, such as a delivery. */
export function largeNodeId(prefix: string, id: string | number): string {
  const text = String(id)
  return `${prefix}_${DATABASE_ID.test(text) && Number.isSafeInteger(Number(text)) ? text : 0}`
}

/** Returns the integer of a GraphQL id such as `cmt_7`. */
export const databaseIdOf = (id: string | number): number => Number(String(id).split('_').at(-1))

/** Returns an integer id for a GraphQL variable. Text of another form, and an integer above 2^31, becomes 0. */
export function databaseId(id: string | number): number {
  const text = String(id)
  return DATABASE_ID.test(text) && Number(text) < 2 ** 31 ? Number(text) : 0
}

/** Returns the GraphQL ids of a list. */
export const nodeIds = (prefix: string, ids: readonly (string | number)[] | null | undefined) =>
  ids?.map((id) => nodeId(prefix, id))
