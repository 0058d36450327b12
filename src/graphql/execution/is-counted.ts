import {
  BREAK,
  Kind,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'
import { isCountedField } from '../access/counted-fields.ts'

const documents = new WeakMap<DocumentNode, boolean>()

/**
 * Whether each result of a validated document is decided by counted rows of the caller's organization and the view of
 * the caller: it has queries only, and all of its fields are counted, those with `@skip` and `@include` too. Computed
 * once per document.
 */
export function isCounted(schema: GraphQLSchema, document: DocumentNode): boolean {
  const found = documents.get(document)
  if (found !== undefined) return found
  const counted = compute(schema, document)
  documents.set(document, counted)
  return counted
}

function compute(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema)
  let counted = true
  const refuse = () => {
    counted = false
    return BREAK
  }
  visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.OPERATION_DEFINITION]: ({ operation }) =>
        operation === OperationTypeNode.QUERY ? undefined : refuse(),
      [Kind.FIELD]({ name }) {
        const parent = types.getParentType()
        return parent && isCountedField(parent, name.value) ? undefined : refuse()
      },
    }),
  )
  return counted
}
