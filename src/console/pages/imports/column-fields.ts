import type { ImportRun } from './run-documents.ts'

/** Fields of posts that a column of a plain CSV file can fill. */
export const FIELDS = [
  ...(['title', 'description', 'status', 'bucket', 'tags', 'votes', 'downvotes'] as const),
  ...(['authorName', 'authorEmail', 'createdAt', 'updatedAt', 'id', 'url', 'slug', 'comments'] as const),
]
const TAGS = 'tags'
/** Separates the headings of tags, which several columns have. */
const SEPARATOR = '|'

/** Field of each heading. One without a field is not read. */
export type ChosenFields = Readonly<Record<string, string>>

/** Returns the fields of a plan by heading. */
export function chosenFields({ columns }: ImportRun): ChosenFields {
  const pairs = (columns ?? []).flatMap(({ field, heading }) =>
    (field === TAGS ? heading.split(SEPARATOR) : [heading]).map((one): [string, string] => [one, field]),
  )
  return Object.fromEntries(pairs)
}

/** Returns fields with another one for a heading. A field has one heading, but tags have several. */
export function withField(fields: ChosenFields, heading: string, field: string): ChosenFields {
  const others = Object.entries(fields).filter(
    ([one, other]) => one !== heading && (other !== field || field === TAGS),
  )
  return Object.fromEntries(field === '' ? others : [...others, [heading, field]])
}

/** Returns the option of all fields. One without a heading is left out by an empty one. */
export const columnsOf = (fields: ChosenFields): { field: string; heading: string }[] =>
  FIELDS.map((field) => {
    const headings = Object.keys(fields).filter((heading) => fields[heading] === field)
    return { field, heading: headings.toSorted().join(SEPARATOR) }
  })
