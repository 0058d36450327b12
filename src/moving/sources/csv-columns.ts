import { comparableName } from '../rules/names.ts'
import { isSecretName } from './secrets.ts'

/** Returns headings with a number after each that an earlier column has, in letters and digits. */
export function distinct(headings: string[]): string[] {
  const taken = new Set(headings.map(comparableName))
  const given = new Set<string>()
  return headings.map((heading) => {
    const key = comparableName(heading)
    let name = heading
    for (let number = 2; key !== '' && given.has(comparableName(name)); number += 1) {
      name = `${heading} (${number})`
      if (taken.has(comparableName(name))) name = heading
    }
    given.add(comparableName(name))
    return name
  })
}

/** Returns the key of each column. Null for a secret, for the column of errors and for one without a heading. */
export function keysOf(headings: string[], names: string[]): (string | null)[] {
  return headings.map((heading, index) => {
    const key = comparableName(heading)
    return ['', 'error'].includes(key) || isSecretName(heading)
      ? null
      : comparableName(names[index] ?? heading)
  })
}
