/** Converts a value of an enum to its REST name. */
export const lowerCase = <Text extends string>(text: Text) => text.toLowerCase() as Lowercase<Text>

/** Converts a REST name to the value of an enum. Returns undefined and null unchanged. */
export const upperCase = <Text extends string | null | undefined>(text: Text) =>
  (text?.toUpperCase() ?? text) as Text extends string ? Uppercase<Text> : Text
