import { normalizeEmail } from '../../lib/text/email.ts'

/** Whether an address is masked, such as `a***@example.com`, so that it belongs to no person. */
export const isMaskedEmail = (value: string): boolean => /[*•…]/.test(value) || /x{3}@x{3}/i.test(value)

/** Returns the normalized address. Null for one that is masked or invalid. */
export const emailOf = (value: string): string | null => (isMaskedEmail(value) ? null : normalizeEmail(value))
