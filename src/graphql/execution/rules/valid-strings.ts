import type { Plugin } from 'graphql-yoga'
import { validStringsRule } from './valid-string-literals.ts'

/** Rejects operations whose literals contain strings that the database cannot store. */
export function validStrings(): Plugin {
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(validStringsRule)
    },
  }
}
