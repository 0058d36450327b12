import { AppError, subjectMessage, type FieldProblems, type Subject } from '../../lib/errors.ts'
import { CUSTOMER_FIELDS, readEmail, readField, type CustomerFields } from './customer-fields.ts'

/** Names of each field in an entry, the documented one first. The first name that is present applies. */
const NAMES: Record<keyof CustomerFields, [documented: string, ...others: string[]]> = {
  name: ['name'],
  avatarUrl: ['profile_picture_url', 'profile_picture', 'avatarUrl'],
  labels: ['labels'],
  starred: ['starred'],
  blocked: ['blocked'],
  customFields: ['custom_fields', 'customFields'],
}

export type Entry = { email: string; fields: CustomerFields }

/** Error of an entry: its index from 0, its e-mail as sent, and the problems by documented field name. */
export type EntryError = { index: number; email: string | null; message: string; errors: FieldProblems }

/**
 * Reads one entry of an import. Reads each field separately, so that all problems are reported at once
 * (contract 3).
 */
export function readEntry(sent: Record<string, unknown>, index: number): Entry | EntryError {
  const problems: FieldProblems = {}
  let first: Subject | undefined
  const attempt = <T>(name: string, sentName: string, read: () => T): T | undefined => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      problems[name] = Object.values(error.fields ?? {})[0] ?? ['is invalid']
      first ??= { field: sentName, predicate: error.subject?.predicate ?? 'is invalid' }
      return undefined
    }
  }
  const email = attempt('email', 'email', () => readEmail(sent.email))
  const fields: Record<string, unknown> = {}
  for (const field of CUSTOMER_FIELDS) {
    const name = NAMES[field].find((candidate) => sent[candidate] !== undefined)
    if (name === undefined) continue
    const value = attempt(NAMES[field][0], name, () => readField(field, sent[name]))
    if (value !== undefined) fields[field] = value
  }
  if (email !== undefined && !first) return { email, fields }
  const message = subjectMessage(first ?? { field: 'email', predicate: 'is invalid' })
  return { index, email: typeof sent.email === 'string' ? sent.email : null, message, errors: problems }
}
