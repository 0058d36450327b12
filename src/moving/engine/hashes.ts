import { hash } from 'node:crypto'

/** Returns a short hash of a JSON value. The order of keys does not matter, nor that of `undefined` and absence. */
export function hashOf(value: unknown): string {
  const text = canonical(value)
  if (text.length > MAX_CACHED) return hash('sha256', text, 'base64url').slice(0, 16)
  const cached = hashes.get(text)
  if (cached !== undefined) return cached
  const found = hash('sha256', text, 'base64url').slice(0, 16)
  if (hashes.size >= CACHE_SIZE) hashes.clear()
  hashes.set(text, found)
  return found
}

/** Hashes of short values, such as Booleans and ids, which repeat. */
const hashes = new Map<string, string>()
const CACHE_SIZE = 5_000
const MAX_CACHED = 40

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
  Buffer.byteLength(externalId) <= MAX_KEY ? externalId : `sha256:${hash('sha256', externalId)}`
