import type { components } from '../../openapi/types.ts'

/** What a tag's documented JSON is made of. */
export const TAG = /* GraphQL */ `
  fragment tag on Tag {
    id
    name
    color
  }
`

export type TagData = { id: string; name: string; color: string }

/** A tag as REST documents it. */
export function presentTag({ id, name, color }: TagData): components['schemas']['tag'] {
  return { id: Number(id), name, color }
}
