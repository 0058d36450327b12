/**
 * Converts a REST value to its GraphQL enum value, such as `in_progress` to `IN_PROGRESS`. Null and undefined remain.
 */
export function upperCase<Value extends string | null | undefined>(
  value: Value,
): Value extends string ? Uppercase<Value> : Value {
  return (value?.toUpperCase() ?? value) as never
}
