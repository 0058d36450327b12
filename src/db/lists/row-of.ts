/**
 * Returns a function that makes the objects with these fields, whose values begin at `start` of an array.
 * `later` are fields that are set afterwards. They are undefined until then. All objects are copies of one,
 * which has every field already: adding fields one by one allocates each object several times.
 */
export function rowOf(
  fields: readonly string[],
  start: number,
  later: readonly string[] = [],
): (values: readonly unknown[]) => Record<string, unknown> {
  // Only parsed JSON has room for all fields in the object itself.
  const empty = JSON.parse(
    JSON.stringify(Object.fromEntries([...fields, ...later].map((field) => [field, null]))),
  ) as Record<string, unknown>
  for (const field of later) empty[field] = undefined
  return (values) => {
    const row = { ...empty }
    let index = start
    for (const field of fields) row[field] = values[index++]
    return row
  }
}
