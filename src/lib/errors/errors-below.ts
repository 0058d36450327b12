import { AppError, subjectMessage, type FieldProblems } from '../errors.ts'

/**
 * Runs `work` on a nested object of an input. The fields of its errors are paths that start with `parent`.
 * @throws AppError as `work`
 */
export const withFieldsBelow = <Result>(
  parent: string,
  work: () => Promise<Result> | Result,
): Promise<Result> => withFields((field) => `${parent}.${field}`, work)

/**
 * Runs `work`, whose errors have other names of fields than the input. `paths` has the path in the input by name.
 * Others keep their name. @throws AppError as `work`
 */
export const withFieldsAt = <Result>(
  paths: Readonly<Record<string, string>>,
  work: () => Promise<Result> | Result,
): Promise<Result> => withFields((field) => paths[field] ?? field, work)

type Rename = (field: string) => string

async function withFields<Result>(rename: Rename, work: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AppError ? renamed(rename, error) : error
  }
}

function renamed(rename: Rename, error: AppError): AppError {
  const { code, message, fields, subject, retryAfter, details } = error
  if (!fields && !subject) return error
  const moved = subject && { ...subject, field: rename(subject.field) }
  return new AppError(code, moved ? subjectMessage(moved) : message, {
    ...(fields && { fields: renamedProblems(rename, fields) }),
    ...(moved && { subject: moved }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(details && { details }),
  })
}

const renamedProblems = (rename: Rename, fields: FieldProblems): FieldProblems =>
  Object.fromEntries(Object.entries(fields).map(([field, problems]) => [rename(field), problems]))
