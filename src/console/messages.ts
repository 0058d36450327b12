import { IntlMessageFormat } from 'intl-messageformat'

type Message = Exclude<ConstructorParameters<typeof IntlMessageFormat>[0], string>
type Values = Record<string, string | number>

/** Locale of the console's texts and of its numbers and dates. */
export const LOCALE = 'en'

/** Returns a function that formats the ICU messages of one page by key. The build has compiled those with arguments. */
export function messagesOf<Texts extends Record<string, string>>(texts: Texts) {
  const formats = new Map<keyof Texts, IntlMessageFormat>()
  return (key: keyof Texts & string, values?: Values): string => {
    const text: string | Message | undefined = texts[key]
    if (typeof text !== 'object') return text ?? key
    const format = formats.get(key) ?? new IntlMessageFormat(text, LOCALE)
    formats.set(key, format)
    return String(format.format(values))
  }
}
