import texts from '../../messages/en/account.json'
import { messagesOf } from '../../messages.ts'

const t = messagesOf(texts)

/** Names of programs by a part of their `User-Agent`. The first that is found counts: Edge also names Chrome. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const SYSTEMS = [
  ['Windows', 'Windows'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/** Returns a `User-Agent` in words, such as "Firefox on Windows". */
export function deviceOf(userAgent: string): string {
  const named = (names: readonly (readonly [part: string, name: string])[]) =>
    names.find(([part]) => userAgent.includes(part))?.[1]
  const program = named(BROWSERS) ?? /^[\w.-]+/.exec(userAgent)?.[0]
  const system = named(SYSTEMS)
  if (program === undefined) return t('unknownDevice')
  return system === undefined ? program : t('device', { program, system })
}
