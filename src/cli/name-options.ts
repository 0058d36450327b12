import { AppError } from '../lib/errors.ts'

/** The field with which a message about a value begins, such as `"email" is invalid.` */
const FIELD = /^"(?:options\.)?(\w+)"/

/**
 * Runs `work`. A message about a value that it rejects names the option of the command line instead of the field: the
 * one of `options`, else the field in letters and hyphens.
 */
export async function nameOptions<T>(
  options: Record<string, string>,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const message = error.message.replace(FIELD, (_, field: string) => options[field] ?? optionOf(field))
    throw new Error(message, { cause: error })
  }
}

const optionOf = (field: string) => `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
