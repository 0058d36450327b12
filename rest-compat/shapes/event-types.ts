import { upperCase } from './upper-case.ts'

/** Converts REST names of events to values of `EventType`. A missing item stays missing, and is refused there. */
export const toEventTypes = <Name extends string>(names: readonly Name[]) =>
  names.map((name) => ((name as Name | undefined) === undefined ? name : upperCase(name)) as Uppercase<Name>)
