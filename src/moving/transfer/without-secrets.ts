import type { Step } from '../fetch/fetcher.ts'
import { isSecretName } from '../sources/secrets.ts'

/** Texts that contain a shorter key contain it by chance. */
const MIN_KEY = 8

/**
 * Returns a step whose answers have neither members that hold a secret by their name, which readers drop too, nor the
 * key of the source, which a server may repeat.
 */
export function withoutSecrets<State>(step: Step<State>, key: string): Step<State> {
  const cleaned = (value: unknown): unknown => {
    if (typeof value === 'string') return key.length < MIN_KEY ? value : value.replaceAll(key, '')
    if (Array.isArray(value)) return value.map(cleaned)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, one]) => (isSecretName(name) ? [] : [[name, cleaned(one)]])),
    )
  }
  return { ...step, stored: step.stored.map(({ name, json }) => ({ name, json: cleaned(json) })) }
}
