import { compile } from 'proxy-addr'

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

export type Reader = ReturnType<typeof createReader>

/**
 * Creates a reader of settings. For an invalid value it adds a problem to `problems` and returns the default.
 */
export function createReader(env: NodeJS.ProcessEnv, problems: string[]) {
  const value = (name: string) => env[name]?.trim() || undefined
  return {
    text: (name: string, fallback: string) => value(name) ?? fallback,
    integer(name: string, fallback: number, min: number, max: number): number {
      const text = value(name)
      if (text === undefined) return fallback
      if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text)
      problems.push(`${name} must be a whole number from ${min} to ${max}, not "${text}"`)
      return fallback
    },
    boolean(name: string, fallback: boolean): boolean {
      const text = value(name)?.toLowerCase()
      if (text === undefined) return fallback
      if (['true', '1', 'yes'].includes(text)) return true
      if (['false', '0', 'no'].includes(text)) return false
      problems.push(`${name} must be true or false, not "${text}"`)
      return fallback
    },
    choice(name: string, fallback: string, choices: string[]): string {
      const text = value(name)
      if (text === undefined || choices.includes(text)) return text ?? fallback
      problems.push(`${name} must be one of ${choices.join(', ')}, not "${text}"`)
      return fallback
    },
    list<T extends string>(name: string, fallback: T[], choices: T[]): T[] {
      const items = value(name)
        ?.split(',')
        .map((item) => item.trim())
        .filter(Boolean)
      if (items === undefined) return fallback
      const unknown = items.filter((item) => !choices.includes(item as T))
      if (unknown.length === 0 && items.length > 0) return items as T[]
      problems.push(`${name} must list one or more of ${choices.join(', ')}, not "${unknown.join(',')}"`)
      return fallback
    },
    url(name: string, protocols: string[]): string | null {
      const text = value(name)
      if (text === undefined) return null
      if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) {
        if (name !== 'PUBLIC_URL' || !/[?#]/.test(text)) return text
        problems.push(`${name} must have no query and no fragment`)
        return null
      }
      problems.push(`${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`)
      return null
    },
    secretKey(name: string): Buffer | null {
      const text = value(name)
      if (text === undefined) return null
      const key = Buffer.from(text, 'base64')
      if (key.length === 32) return key
      problems.push(
        `${name} must be 32 bytes in base64 (it has ${key.length}), for example from \`openssl rand -base64 32\``,
      )
      return null
    },
    durations(name: string, fallback: string): number[] {
      const parts = (value(name) ?? fallback).split(',').map(millisecondsOf)
      if (parts.every((part) => part !== null)) return parts
      problems.push(
        `${name} must be durations such as ${fallback.split(',').slice(0, 3).join(',')}, not "${value(name)}"`,
      )
      return []
    },
    /** Reads one duration in milliseconds. `fallback` is also in milliseconds. */
    duration(name: string, fallback: number, { min = '1ms', max = '1d' } = {}): number {
      const text = value(name)
      if (text === undefined) return fallback
      const ms = millisecondsOf(text) ?? Number.NaN
      if (ms >= (millisecondsOf(min) ?? 0) && ms <= (millisecondsOf(max) ?? 0)) return ms
      problems.push(`${name} must be a duration from ${min} to ${max}, such as 10s, not "${text}"`)
      return fallback
    },
    /** Reads a list of IP addresses and networks, or a number of hops. Default: an empty list. */
    proxies(name: string): string[] | number {
      const text = value(name)
      if (text === undefined) return []
      if (/^\d{1,2}$/.test(text)) return Number(text)
      const proxies = text.split(',').flatMap((item) => item.trim() || [])
      try {
        compile(proxies)
        return proxies
      } catch {
        problems.push(
          `${name} must list IP addresses or networks such as 10.0.0.0/8, or be a number of proxies, not "${text}"`,
        )
        return []
      }
    },
  }
}

function millisecondsOf(text: string): number | null {
  const [, count, unit] = /^(\d{1,7})(ms|s|m|h|d)$/.exec(text.trim()) ?? []
  return count === undefined ? null : Number(count) * (UNITS[unit ?? 's'] ?? 1000)
}
