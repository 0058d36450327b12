import type { Plugin } from 'graphql-yoga'
import { literalsAreStorable } from './valid-string-literals.ts'

/** Refuses operations whose literals hold texts that no database could store. */
export function storableText(): Plugin {
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(literalsAreStorable)
    },
  }
}
