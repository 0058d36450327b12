import { createHash } from 'node:crypto'

/** Returns a short hash of a JSON value. The order of keys does not matter, nor that of `undefined` and absence. */
export const hashOf = (value: unknown): string =>
  createHash('sha256').update(canonical(value)).digest('base64url').slice(0, 16)

function canonical(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  const entries = Object.entries(value as Record<string, unknown>).filter(([, one]) => one !== undefined)
  return `{${entries
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`)
    .join()}}`
}

/** Hashes of values by name. */
export const hashFields = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, hashOf(value)]))

const MAX_KEY = 250

/** Key of an external id in `external_refs`. A long one is replaced by its hash, because an index limits it. */
export const refKey = (externalId: string): string =>
  Buffer.byteLength(externalId) <= MAX_KEY
    ? externalId
    : `sha256:${createHash('sha256').update(externalId).digest('hex')}`
