/** Value of a changed field. Null is an empty field. */
type AuditValue = string | number | boolean | readonly string[] | null

/** Change of a field. It has no values if they are not recorded. */
export type AuditChange = { field: string; from?: AuditValue; to?: AuditValue }

/** Maximum length of a recorded text, in characters. */
const MAX_TEXT = 200

/**
 * Returns the fields of `wanted` that differ from `before`, with both values. Long texts are shortened. The
 * values of fields in `withoutValues` are not recorded, because they may contain a secret or are large.
 */
export function auditChanges<Row extends object>(
  before: Row,
  wanted: Partial<Row>,
  { withoutValues = [] }: { withoutValues?: readonly (keyof Row)[] } = {},
): AuditChange[] {
  const fields = Object.keys(wanted) as (keyof Row & string)[]
  return fields
    .filter((field) => JSON.stringify(wanted[field]) !== JSON.stringify(before[field]))
    .map((field) =>
      withoutValues.includes(field)
        ? { field }
        : { field, from: recorded(before[field]), to: recorded(wanted[field]) },
    )
}

function recorded(value: unknown): AuditValue {
  if (Array.isArray(value)) return value.map((item) => shortened(String(item)))
  return typeof value === 'string' ? shortened(value) : (value as AuditValue)
}

const shortened = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)
