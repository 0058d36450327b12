import { upperCase } from './upper-case.ts'

/** Converts REST names of events to values of `EventType`. */
export const toEventTypes = <Name extends string>(names: readonly Name[]): Uppercase<Name>[] =>
  names.map((name) => upperCase<string>(name) as Uppercase<Name>)
