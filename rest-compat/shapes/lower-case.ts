/** Converts a value of a GraphQL enum to its REST form, such as `IN_PROGRESS` to `in_progress`. */
export const lowerCase = <Value extends string>(value: Value) => value.toLowerCase() as Lowercase<Value>
