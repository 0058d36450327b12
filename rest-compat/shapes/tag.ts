import type { components } from '../../openapi/types.ts'

/** GraphQL fields of a tag for its documented JSON. */
export const TAG = /* GraphQL */ `
  fragment tag on Tag {
    id
    name
    color
  }
`

export type TagData = { id: string; name: string; color: string }

/** Converts a tag to its documented JSON. */
export function presentTag({ id, name, color }: TagData): components['schemas']['tag'] {
  return { id: Number(id), name, color }
}
