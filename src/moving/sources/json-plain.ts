import { isSecretName } from './secrets.ts'

type KeyKind = 'kept' | 'secret' | 'other'

const CACHE_SIZE = 5_000
const keyKinds = new Map<string, KeyKind>()

/**
 * Parses a JSON text as the tokens of a list give it: objects have no prototype, and keys of secrets are dropped.
 * Undefined for a text that tokens read in another way, and for one that is not JSON.
 */
export function parsePlainJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isAdapted(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Removes prototypes and secrets. Returns false if a key or number needs its text. */
function isAdapted(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value)
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isAdapted)
  const object = value as Record<string, unknown>
  for (const key in object) {
    const keyKind = keyKindOf(key)
    if (keyKind === 'other') return false
    if (keyKind === 'secret') Reflect.deleteProperty(object, key)
    else if (!isAdapted(object[key])) return false
  }
  Object.setPrototypeOf(object, null)
  return true
}

/** Tokens replace NUL and lone surrogates, which the database refuses. A key `__proto__` is left to them, too. */
function keyKindOf(key: string): KeyKind {
  const cached = keyKinds.get(key)
  if (cached) return cached
  const isOther = key === '__proto__' || key.includes('\0') || !key.isWellFormed()
  const keyKind = isOther ? 'other' : isSecretName(key) ? 'secret' : 'kept'
  if (keyKinds.size >= CACHE_SIZE) keyKinds.clear()
  keyKinds.set(key, keyKind)
  return keyKind
}
