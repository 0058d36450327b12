import type { components } from '../../openapi/types.ts'

/** Returns the REST name of an enum value, its lower case. */
export const lowerCase = <Value extends string>(value: Value): Lowercase<Value> =>
  value.toLowerCase() as Lowercase<Value>

/** Returns the enum value of a REST name, its upper case. */
export const upperCase = <Name extends string>(name: Name): Uppercase<Name> =>
  name.toUpperCase() as Uppercase<Name>

/** Returns the REST names of events to which webhooks can subscribe. */
export const eventNames = (types: readonly string[]): components['schemas']['event-name'][] =>
  types.map(lowerCase) as components['schemas']['event-name'][]
