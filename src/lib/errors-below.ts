import { AppError, subjectMessage, type FieldProblems } from './errors.ts'

/**
 * Runs `work` on a nested object of an input. The fields of its errors are paths that start with `parent`.
 * @throws AppError as `work`
 */
export async function withFieldsBelow<Result>(
  parent: string,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AppError ? below(parent, error) : error
  }
}

function below(parent: string, error: AppError): AppError {
  const { code, message, fields, subject, retryAfter, details } = error
  if (!fields && !subject) return error
  const nested = subject && { ...subject, field: `${parent}.${subject.field}` }
  return new AppError(code, nested ? subjectMessage(nested) : message, {
    ...(fields && { fields: renamed(parent, fields) }),
    ...(nested && { subject: nested }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(details && { details }),
  })
}

const renamed = (parent: string, fields: FieldProblems): FieldProblems =>
  Object.fromEntries(Object.entries(fields).map(([field, problems]) => [`${parent}.${field}`, problems]))
