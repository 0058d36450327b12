import type { Plugin } from 'graphql-yoga'
import { validStringsRule } from './valid-string-literals.ts'

/** Refuses operations whose literals hold texts that no database could store. */
export function validStrings(): Plugin {
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(validStringsRule)
    },
  }
}
