/** Converts a REST value to its GraphQL enum value, such as `in_progress` to `IN_PROGRESS`. */
export const upperCase = <Value extends string>(value: Value) => value.toUpperCase() as Uppercase<Value>
