import { createHash } from 'node:crypto'
import {
  getOperationAST,
  Kind,
  print,
  visit,
  type DocumentNode,
  type FieldNode,
  type OperationDefinitionNode,
} from 'graphql'
import { documentCache } from '../../graphql/execution/document-cache.ts'

/** A document shared by operations that differ only in their start. */
type SharedDocument = {
  document: DocumentNode
  /** The SHA-256 of its text, equal for equal texts. */
  digest: string
  /** The length of its text. */
  characters: number
  variableNames: string[]
}

/** Name of the start argument of a subscription's field. */
export const START_ARGUMENT = 'after'

const MAX_CHARACTERS = 250_000
const cache = new WeakMap<DocumentNode, Map<string, SharedDocument>>()
const documents = documentCache(MAX_CHARACTERS)

/**
 * Returns a subscription's document without its start argument, so that equal subscriptions share executions.
 * Equal texts return the same document.
 */
export function shareDocument(document: DocumentNode, operationName?: string): SharedDocument {
  const ofDocument = cache.get(document) ?? new Map<string, SharedDocument>()
  cache.set(document, ofDocument)
  const cached = ofDocument.get(operationName ?? '')
  if (cached) return cached
  const operation = getOperationAST(document, operationName)
  const made = operation ? withoutStart(document, operation) : document
  const text = print(made)
  const shared = documents.get(text) ?? made
  documents.set(text, shared)
  const variables = getOperationAST(shared, operationName)?.variableDefinitions ?? []
  const answer = {
    document: shared,
    digest: digestOf(text),
    characters: text.length,
    variableNames: variables.map(({ variable }) => variable.name.value),
  }
  ofDocument.set(operationName ?? '', answer)
  return answer
}

/** The SHA-256 of a text in base64. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64')

function withoutStart(document: DocumentNode, operation: OperationDefinitionNode): DocumentNode {
  const selections = operation.selectionSet.selections.map((selection) =>
    selection.kind === Kind.FIELD ? withoutArgument(selection) : selection,
  )
  const changed = { ...operation, selectionSet: { ...operation.selectionSet, selections } }
  const inOthers = document.definitions.filter((definition) => definition !== operation)
  const used = variablesIn({
    ...document,
    definitions: [...inOthers, { ...changed, variableDefinitions: [] }],
  })
  const variableDefinitions = (operation.variableDefinitions ?? []).filter(({ variable }) =>
    used.has(variable.name.value),
  )
  return { ...document, definitions: [...inOthers, { ...changed, variableDefinitions }] }
}

const withoutArgument = (field: FieldNode): FieldNode => ({
  ...field,
  arguments: (field.arguments ?? []).filter(({ name }) => name.value !== START_ARGUMENT),
})

function variablesIn(document: DocumentNode): Set<string> {
  const names = new Set<string>()
  visit(document, { Variable: ({ name }) => void names.add(name.value) })
  return names
}
