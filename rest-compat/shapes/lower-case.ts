/** Converts the name of a GraphQL enum value to its REST value. */
export const lowerCase = <Name extends string>(name: Name) => name.toLowerCase() as Lowercase<Name>
