import { SCOPES } from '../../auth/scopes.ts'
import type { Spoken } from './sign-in.ts'

/** A scope of an app with its description in English. */
export type Scope = { name: string; description: string }

/** Whether a scope reads only. */
export const isReading = ({ name }: Scope) => name.endsWith(':read')

/** Returns what a scope permits, in the language of the page if it is one of ours. */
export const meaningOf = ({ name, description }: Scope, { text }: Spoken['words']) =>
  name in SCOPES ? text(`scope.${name as keyof typeof SCOPES}`) : description
