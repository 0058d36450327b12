const NAME = /^[A-Z_]+$/
const ADDRESS = /^[^\s@]+@[^\s@]+$/
const ENTRY = /^chg_\d+$/

type Search = Record<string, unknown>

/** Returns the parameters of an address that have a valid form. */
const valid = <Name extends string>(search: Search, forms: Record<Name, RegExp>) =>
  Object.fromEntries(
    Object.entries<RegExp>(forms)
      .map(([name, form]) => [name, search[name], form] as const)
      .filter(([, value, form]) => typeof value === 'string' && form.test(value)),
  ) as { [Key in Name]?: string }

/** Filter of the mails as the address has it. */
export type MailSearch = ReturnType<typeof toMailSearch>

/** Returns the filter of an address. */
export const toMailSearch = (search: Search) => valid(search, { state: NAME, kind: NAME, email: ADDRESS })

/** Returns the mail of a preview: its kind, its language, and an entry of the changelog. */
export const toPreviewSearch = (search: Search) => valid(search, { mail: NAME, locale: NAME, entry: ENTRY })
