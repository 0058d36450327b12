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
