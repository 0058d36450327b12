import { builder } from '../builder.ts'

/**
 * Creates an enum from the descriptions of its values. A name in the schema is the value in upper case, with `_` for
 * each character that a name cannot have, unless `names` has another one.
 */
export const enumType = <Value extends string>(
  name: string,
  description: string,
  descriptions: Readonly<Record<Value, string>>,
  names?: Readonly<Partial<Record<Value, string>>>,
) =>
  builder.enumType(name, {
    description,
    values: Object.fromEntries(
      (Object.keys(descriptions) as Value[]).map((value) => [
        names?.[value] ?? value.toUpperCase().replaceAll(/\W/g, '_'),
        { value, description: descriptions[value] },
      ]),
    ),
  })
