import { GraphQLError, Kind, type DocumentNode } from 'graphql'
import { comparisonsOf } from './field-comparisons.ts'
import { LIMITS } from './limits.ts'
import { expandSelections, type Fragments } from './selection-count.ts'

const problemCache = new WeakMap<DocumentNode, GraphQLError | null>()

/**
 * Checks the size of a parsed document after expansion of its fragments. Rejects too many fragments,
 * duplicate names, cycles, too many selections and too many with one response name (`LIMITS`). Must run
 * before anything that follows spreads, including validation (GraphQL specification, sections 5.5.1.1 and
 * 5.5.2.2). Takes time linear in the document's text, plus one traversal of the permitted expansion.
 * @throws GraphQLError
 */
export function assertDocumentSize(document: DocumentNode): void {
  let problem = problemCache.get(document)
  if (problem === undefined) problemCache.set(document, (problem = problemOf(document)))
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
      `The document selects more than ${LIMITS.selections} fields once its fragments are spread: select fewer, or spread fragments less often`,
    )
  const roots = [...document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION), ...unused]
  let comparisons = 0
  for (const { selectionSet } of roots) {
    comparisons += comparisonsOf(selectionSet, fragments, LIMITS.comparisons - comparisons)
    if (comparisons > LIMITS.comparisons)
      return new GraphQLError(
        'The document repeats fields under the same name too often: select each field once, with all of its subfields',
      )
  }
  return null
}
