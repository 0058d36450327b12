import { compile } from 'proxy-addr'
import * as v from 'valibot'

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

const TRUE = ['true', '1', 'yes']
const FALSE = ['false', '0', 'no']

type Message = (issue: { input: string }) => string

/** A value that passes `isValid`. The message continues the name of the setting. */
const valid = (isValid: (text: string) => boolean, message: Message) =>
  v.pipe(v.string(), v.check(isValid, message))

/** An integer of at most nine digits. */
export const integer = (min: number, max: number) =>
  v.pipe(
    valid(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
      ({ input }) => `must be a whole number from ${min} to ${max}, not "${input}"`,
    ),
    v.transform(Number),
  )

/** A boolean, in letters of either case. */
export const boolean = () =>
  v.pipe(
    v.string(),
    v.toLowerCase(),
    v.check(
      (text) => [...TRUE, ...FALSE].includes(text),
      ({ input }) => `must be true or false, not "${input}"`,
    ),
    v.transform((text) => TRUE.includes(text)),
  )
/** One of `choices`. */
export const choice = <T extends string>(choices: T[]) =>
  v.picklist(choices, ({ input }) => `must be one of ${choices.join(', ')}, not "${input as string}"`)

/** A comma-separated list of at least one of `choices`. */
export const listOf = <T extends string>(choices: T[]) => {
  const unknown = (items: string[]) => items.filter((item) => !choices.includes(item as T))
  return v.pipe(
    valid(
      (text) => itemsOf(text).length > 0 && unknown(itemsOf(text)).length === 0,
      ({ input }) =>
        `must list one or more of ${choices.join(', ')}, not "${unknown(itemsOf(input)).join(',')}"`,
    ),
    v.transform((text) => itemsOf(text) as T[]),
  )
}

/** A comma-separated list. */
export const list = () => v.pipe(v.string(), v.transform(itemsOf))

/** A URL with one of `protocols`, such as `https:`. */
export const url = (protocols: string[]) =>
  valid(
    (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
    () => `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  )

/** A key of 32 bytes in base64. */
export const secretKey = () => {
  const decodeKey = (text: string) => Buffer.from(text, 'base64')
  return v.pipe(
    valid(
      (text) => decodeKey(text).length === 32,
      ({ input }) =>
        `must be 32 bytes in base64 (it has ${decodeKey(input).length}), for example from \`openssl rand -base64 32\``,
    ),
    v.transform(decodeKey),
  )
}

/** A comma-separated list of durations, in milliseconds. */
export const durations = (example: string) =>
  v.pipe(
    valid(
      (text) => text.split(',').every((part) => !Number.isNaN(millisecondsOf(part))),
      ({ input }) => `must be durations such as ${example}, not "${input}"`,
    ),
    v.transform((text) => text.split(',').map(millisecondsOf)),
  )

/** A duration in milliseconds. */
export const duration = (min = '1ms', max = '1d') =>
  v.pipe(
    valid(
      (text) => millisecondsOf(text) >= millisecondsOf(min) && millisecondsOf(text) <= millisecondsOf(max),
      ({ input }) => `must be a duration from ${min} to ${max}, such as 10s, not "${input}"`,
    ),
    v.transform(millisecondsOf),
  )

/** A comma-separated list of IP addresses and networks, or a number of hops. */
export const proxies = () =>
  v.pipe(
    valid(
      (text) => isHops(text) || areProxies(itemsOf(text)),
      ({ input }) =>
        `must list IP addresses or networks such as 10.0.0.0/8, or be a number of proxies, not "${input}"`,
    ),
    v.transform((text) => (isHops(text) ? Number(text) : itemsOf(text))),
  )

const isHops = (text: string) => /^\d{1,2}$/.test(text)

function areProxies(items: string[]): boolean {
  try {
    compile(items)
    return true
  } catch {
    return false
  }
}

const itemsOf = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

/** Returns a duration in milliseconds, or NaN. */
function millisecondsOf(text: string): number {
  const [, count, unit = ''] = /^(\d{1,7})(ms|s|m|h|d)$/.exec(text.trim()) ?? []
  return Number(count) * (UNITS[unit] ?? Number.NaN)
}
