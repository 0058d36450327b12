import {
  getOperationAST,
  Kind,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql'
import type { Prepared } from './prepare.ts'
import { START } from './shared-document.ts'

/**
 * A subscription that goes on after an event, as `Last-Event-ID` asks for, where its field can begin after one and it
 * does not say itself where.
 */
export function resumeAfter(schema: GraphQLSchema, operation: Prepared, eventId: string): Prepared {
  const { document, operationName, variables } = operation
  const definition = getOperationAST(document, operationName)
  const fields = schema.getSubscriptionType()?.getFields()
  const field = definition?.selectionSet.selections.find((node) => node.kind === Kind.FIELD)
  if (!definition || !field || !fields?.[field.name.value]?.args.some(({ name }) => name === START))
    return operation
  const given = field.arguments?.find(({ name }) => name.value === START)?.value
  if (!given) {
    const changed = withStart(definition, field, eventId)
    const definitions = document.definitions.map((node) => (node === definition ? changed : node))
    return { ...operation, document: { ...document, definitions } }
  }
  if (given.kind !== Kind.VARIABLE || variables[given.name.value] != null) return operation
  return { ...operation, variables: { ...variables, [given.name.value]: eventId } }
}

function withStart(
  definition: OperationDefinitionNode,
  field: FieldNode,
  eventId: string,
): OperationDefinitionNode {
  const start = {
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: START },
    value: { kind: Kind.STRING, value: eventId },
  } as const
  const changed: FieldNode = { ...field, arguments: [...(field.arguments ?? []), start] }
  const selections = definition.selectionSet.selections.map((node): SelectionNode =>
    node === field ? changed : node,
  )
  return { ...definition, selectionSet: { ...definition.selectionSet, selections } }
}
