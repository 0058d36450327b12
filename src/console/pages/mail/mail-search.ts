/** Filter of the mails as the address has it. */
export type MailSearch = { state?: string; kind?: string }

const isName = (value: unknown) => typeof value === 'string' && /^[A-Z_]+$/.test(value)

/** Returns the parameters of an address that have a valid form. */
export function toMailSearch({ state, kind }: Record<string, unknown>): MailSearch {
  return { ...(isName(state) && { state: state as string }), ...(isName(kind) && { kind: kind as string }) }
}
