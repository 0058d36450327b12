import type { components } from '../../openapi/types.ts'

/** Code of a locale in REST, such as `pt-BR`. */
type LocaleCode = components['schemas']['Locale']

/** Name of a locale in GraphQL, such as `PT_BR`. */
type LocaleName<Code extends string = LocaleCode> = Code extends `${infer Language}-${infer Region}`
  ? `${Uppercase<Language>}_${Region}`
  : Uppercase<Code>

/** Converts a locale to its name in GraphQL. Returns undefined unchanged. */
export const localeName = (code: LocaleCode | undefined) =>
  code?.replace('-', '_').toUpperCase() as Uppercase<LocaleName> | undefined

/** Converts a locale to its code in REST. */
export function localeCode(name: string): LocaleCode {
  const [language = '', region] = name.split('_')
  const code = language.toLowerCase()
  return (region === undefined ? code : `${code}-${region}`) as LocaleCode
}
