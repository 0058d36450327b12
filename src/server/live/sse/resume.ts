import {
  getOperationAST,
  Kind,
  valueFromASTUntyped,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql'
import { compareCursors, parseEventId } from '../../../events/cursor.ts'
import type { PreparedOperation } from '../../graphql/prepare-operation.ts'
import { START_ARGUMENT } from '../shared-document.ts'

/**
 * Returns a subscription that starts after an event, as `Last-Event-ID` requests. Unchanged if its field has
 * no start argument, or one with a later event, because clients reconnect with their first URL.
 */
export function resumeAfter(
  schema: GraphQLSchema,
  operation: PreparedOperation,
  eventId: string,
): PreparedOperation {
  const { document, operationName, variables } = operation
  const definition = getOperationAST(document, operationName)
  const fields = schema.getSubscriptionType()?.getFields()
  const field = definition?.selectionSet.selections.find((node) => node.kind === Kind.FIELD)
  if (!definition || !field || !fields?.[field.name.value]?.args.some(({ name }) => name === START_ARGUMENT))
    return operation
  const given = field.arguments?.find(({ name }) => name.value === START_ARGUMENT)?.value
  const value = given && (valueFromASTUntyped(given, variables) as string | null | undefined)
  if (value != null && !isLater(eventId, value)) return operation
  if (given?.kind === Kind.VARIABLE)
    return { ...operation, variables: { ...variables, [given.name.value]: eventId } }
  const changed = withStart(definition, field, eventId)
  const definitions = document.definitions.map((node) => (node === definition ? changed : node))
  return { ...operation, document: { ...document, definitions } }
}

/** Whether an event is later than another one. False for invalid ids, which the field rejects. */
function isLater(eventId: string, given: string): boolean {
  const [one, other] = [parseEventId(eventId), parseEventId(given)]
  return one !== null && other !== null && compareCursors(one, other) > 0
}

function withStart(
  definition: OperationDefinitionNode,
  field: FieldNode,
  eventId: string,
): OperationDefinitionNode {
  const start = {
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: START_ARGUMENT },
    value: { kind: Kind.STRING, value: eventId },
  } as const
  const others = (field.arguments ?? []).filter(({ name }) => name.value !== START_ARGUMENT)
  const changed: FieldNode = { ...field, arguments: [...others, start] }
  const selections = definition.selectionSet.selections.map((node): SelectionNode =>
    node === field ? changed : node,
  )
  return { ...definition, selectionSet: { ...definition.selectionSet, selections } }
}
