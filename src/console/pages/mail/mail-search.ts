/** Filter of the mails as the address has it. */
export type MailSearch = { state?: string; kind?: string; email?: string }

const isName = (value: unknown) => typeof value === 'string' && /^[A-Z_]+$/.test(value)
const isAddress = (value: unknown) => typeof value === 'string' && /^[^\s@]+@[^\s@]+$/.test(value)

/** Returns the parameters of an address that have a valid form. */
export function toMailSearch({ state, kind, email }: Record<string, unknown>): MailSearch {
  return {
    ...(isName(state) && { state: state as string }),
    ...(isName(kind) && { kind: kind as string }),
    ...(isAddress(email) && { email: email as string }),
  }
}

/** Mail of a preview, as the address has it: its kind, its language, and an entry of the changelog. */
type PreviewSearch = { mail?: string; locale?: string; entry?: string }

/** Returns the parameters of an address that have a valid form. */
export function toPreviewSearch({ mail, locale, entry }: Record<string, unknown>): PreviewSearch {
  return {
    ...(isName(mail) && { mail: mail as string }),
    ...(isName(locale) && { locale: locale as string }),
    ...(typeof entry === 'string' && /^changelog_\d+$/.test(entry) && { entry }),
  }
}
