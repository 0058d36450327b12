import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { compile } from 'proxy-addr'
import * as v from 'valibot'
import { parseMailbox } from '../mail/mailbox.ts'
import type { Mailbox } from '../mail/settings.ts'

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

const TRUE = ['true', '1', 'yes']
const FALSE = ['false', '0', 'no']

type Message = (issue: { input: string }) => string

/** A value that passes `isValid`. The message continues the name of the setting. */
export const valid = (isValid: (text: string) => boolean, message: Message) =>
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

/** A name or an IP address, without a port. */
export const host = () =>
  valid(
    (text) => isHost(text) && !text.startsWith('['),
    ({ input }) => `must be a name or an IP address, such as 0.0.0.0, not "${input}"`,
  )

/** A comma-separated list of names and IP addresses, each with or without a port. */
export const hosts = () =>
  v.pipe(
    valid(
      (text) => itemsOf(text).every((item) => isHost(item) || hasPort(item)),
      ({ input }) => `must list hosts such as hooks.internal or 10.0.0.7:8443, not "${input}"`,
    ),
    v.transform(itemsOf),
  )

/** A comma-separated list of domains, in lower case. */
export const domains = () =>
  v.pipe(
    valid(
      (text) => itemsOf(text).every((item) => /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(item)),
      ({ input }) => `must list domains such as example.com, not "${input}"`,
    ),
    v.transform((text) => itemsOf(text).map((item) => item.toLowerCase())),
  )

const isHost = (text: string) => isIP(text.replace(/^\[(.*)\]$/, '$1')) !== 0 || /^[\w.-]+$/.test(text)

function hasPort(text: string): boolean {
  const [, name = '', port = ''] = /^(\[.*\]|[^:]*):(\d{1,5})$/.exec(text) ?? []
  return isHost(name) && Number(port) >= 1 && Number(port) <= 65_535
}

/** A sender, such as `Acme <feedback@example.com>`. */
export const mailbox = () =>
  v.pipe(
    valid(
      (text) => parseMailbox(text) !== null,
      ({ input }) => `must be an address, such as Acme <feedback@example.com>, not "${input}"`,
    ),
    v.transform((text) => parseMailbox(text) as Mailbox),
  )

/** A secret that requests send. */
export const token = () =>
  v.pipe(v.string(), v.regex(/^[\w.~+/=-]{16,}$/, 'must be at least 16 letters, digits or any of -._~+/='))

/** Path of a file, as its content. */
export const readableFile = () =>
  v.pipe(
    valid(
      (path) => readFile(path) !== null,
      ({ input }) => `must be the path of a file that this user can read, not "${input}"`,
    ),
    v.transform((path) => readFile(path) ?? ''),
  )

function readFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

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
export const durations = (min: string, max: string, example: string) =>
  v.pipe(
    valid(
      (text) => text.split(',').every((part) => isBetween(part, min, max)),
      ({ input }) => `must be durations from ${min} to ${max}, such as ${example}, not "${input}"`,
    ),
    v.transform((text) => text.split(',').map(millisecondsOf)),
  )

/** A duration in milliseconds. */
export const duration = (min = '1ms', max = '1d') =>
  v.pipe(
    valid(
      (text) => isBetween(text, min, max),
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
  // The library reads a number as an address.
  if (items.some((item) => /^\d+$/.test(item))) return false
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

const isBetween = (text: string, min: string, max: string) =>
  millisecondsOf(text) >= millisecondsOf(min) && millisecondsOf(text) <= millisecondsOf(max)

/** Returns a duration in milliseconds, or NaN. */
function millisecondsOf(text: string): number {
  const [, count, unit = ''] = /^(\d{1,7})(ms|s|m|h|d)$/.exec(text.trim()) ?? []
  return Number(count) * (UNITS[unit] ?? Number.NaN)
}
