import type { Plugin } from 'graphql-yoga'
import { literalsAreStorable } from '../../graphql/storable-literals.ts'
import { textProblem } from '../../lib/text.ts'

/** Refuses operations whose literals hold texts that no database could store. */
export function storableText(): Plugin {
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(literalsAreStorable)
    },
  }
}

/** What is wrong with texts in variables, as a sentence; null when nothing is. */
export function variableProblem(variables: unknown): string | null {
  const problem = problemIn(variables)
  return problem && `A variable ${problem}`
}

function problemIn(value: unknown): string | null {
  if (typeof value === 'string') return textProblem(value)
  if (typeof value !== 'object' || value === null) return null
  for (const [key, item] of Object.entries(value)) {
    const problem = textProblem(key) ?? problemIn(item)
    if (problem) return problem
  }
  return null
}
