import { AppError } from '../lib/errors.ts'
import type { Family, Tool } from './tool.ts'

const FAMILIES: readonly Family[] = [
  'changelog',
  'comments',
  'customers',
  'events',
  'posts',
  'roadmap',
  'votes',
]

/**
 * Returns the tools that an address selects by its parameter `tools`, a list with commas: families, and `read` for the
 * reading ones. By default all.
 * @throws AppError INVALID_PARAM for another name, and for a repeated parameter
 */
export function selectTools(all: readonly Tool[], parameter: unknown): readonly Tool[] {
  if (parameter === undefined) return all
  const names = typeof parameter === 'string' ? parameter.split(',') : ['']
  const unknown = names.find((name) => name !== 'read' && !FAMILIES.includes(name as Family))
  if (unknown !== undefined)
    throw new AppError('INVALID_PARAM', `"tools" accepts read, ${FAMILIES.join(', ')}`)
  const families = names.filter((name) => name !== 'read')
  return all.filter(
    ({ family, hints }) =>
      (families.length === 0 || families.includes(family)) &&
      (!names.includes('read') || hints.includes('reads')),
  )
}
