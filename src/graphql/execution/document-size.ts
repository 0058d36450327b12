import { GraphQLError, Kind, type DocumentNode } from 'graphql'
import { comparisonsOf } from './field-comparisons.ts'
import { LIMITS } from './limits.ts'
import { expandSelections, type Fragments } from './selection-count.ts'

const known = new WeakMap<DocumentNode, GraphQLError | null>()

/**
 * Refuses a parsed document that is larger than its text: too many fragments, two of one name, one that spreads itself,
 * or more selections than `LIMITS` allows once every spread is replaced by its fragment, or more of them that meet under
 * one name. It must run before anything that follows spreads, validation included (GraphQL specification, sections 5.5.1.1
 * and 5.5.2.2). Takes time linear in the document's text; what the limit lets through is gone through once more.
 * @throws GraphQLError
 */
export function assertDocumentSize(document: DocumentNode): void {
  let problem = known.get(document)
  if (problem === undefined) known.set(document, (problem = problemOf(document)))
  if (problem) throw problem
}

function problemOf(document: DocumentNode): GraphQLError | null {
  const definitions = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  if (definitions.length > LIMITS.fragments)
    return new GraphQLError(
      `The document defines ${definitions.length} fragments, more than ${LIMITS.fragments}`,
    )
  const fragments: Fragments = new Map(definitions.map((node) => [node.name.value, node]))
  const twice = definitions.find((node) => fragments.get(node.name.value) !== node)
  if (twice) return new GraphQLError(`There can be only one fragment named "${twice.name.value}".`)
  const { cycle, most, total, unused } = expandSelections(document, fragments)
  if (cycle) return new GraphQLError(`Cannot spread fragment "${cycle}" within itself.`)
  if (Math.max(most, total) > LIMITS.selections)
    return new GraphQLError(
      `The document selects more than ${LIMITS.selections} fields once its fragments are spread: ask for less, or spread fragments less often`,
    )
  const roots = [...document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION), ...unused]
  let comparisons = 0
  for (const { selectionSet } of roots) {
    comparisons += comparisonsOf(selectionSet, fragments, LIMITS.comparisons - comparisons)
    if (comparisons > LIMITS.comparisons)
      return new GraphQLError(
        'The document repeats fields under the same name too often: ask for each field once, with all that is wanted below it',
      )
  }
  return null
}
