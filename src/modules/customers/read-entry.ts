import { AppError } from '../../lib/errors.ts'
import {
  CUSTOMER_FIELDS,
  readEmail,
  readField,
  type CustomerFields,
  type CustomerInput,
} from './customer-fields.ts'

/** An entry of an import as sent. */
export type ImportEntry = CustomerInput & { email?: string | null | undefined }

export type Entry = { email: string; fields: CustomerFields }

/** Failure of an entry: its index from 0, its e-mail as sent, and the error of each invalid field. */
export type EntryFailure = { index: number; email: string | null; problems: AppError[] }

/**
 * Reads one entry of an import. Reads each field separately, so that all problems are reported at once
 * (contract 3).
 */
export function readEntry(sent: ImportEntry, index: number): Entry | EntryFailure {
  const problems: AppError[] = []
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      problems.push(error)
      return undefined
    }
  }
  const email = attempt(() => readEmail(sent.email))
  const fields: Record<string, unknown> = {}
  for (const field of CUSTOMER_FIELDS) {
    const value = attempt(() => readField(field, sent))
    if (value !== undefined) fields[field] = value
  }
  if (email !== undefined && problems.length === 0) return { email, fields }
  return { index, email: sent.email ?? null, problems }
}
