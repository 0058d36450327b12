import {
  getOperationAST,
  Kind,
  print,
  visit,
  type DocumentNode,
  type FieldNode,
  type OperationDefinitionNode,
} from 'graphql'
import { documentCache } from '../graphql/document-cache.ts'

/** A document for all whose operation differs only in where it begins. */
export type SharedDocument = { document: DocumentNode; text: string; variableNames: string[] }

/** The argument of a subscription's field that says where it begins. */
export const START = 'after'

const KEPT_CHARACTERS = 250_000
const known = new WeakMap<DocumentNode, Map<string, SharedDocument>>()
const documents = documentCache(KEPT_CHARACTERS)

/**
 * A subscription's document without the place where it begins: that is looked at once, and what is run for each item is
 * the same for all. Equal texts give the same document.
 */
export function shareDocument(document: DocumentNode, operationName?: string): SharedDocument {
  const ofDocument = known.get(document) ?? new Map<string, SharedDocument>()
  known.set(document, ofDocument)
  const remembered = ofDocument.get(operationName ?? '')
  if (remembered) return remembered
  const operation = getOperationAST(document, operationName)
  const made = operation ? withoutStart(document, operation) : document
  const text = print(made)
  const shared = documents.get(text) ?? made
  documents.set(text, shared)
  const variables = getOperationAST(shared, operationName)?.variableDefinitions ?? []
  const answer = {
    document: shared,
    text,
    variableNames: variables.map(({ variable }) => variable.name.value),
  }
  ofDocument.set(operationName ?? '', answer)
  return answer
}

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
  const variableDefinitions = operation.variableDefinitions?.filter(({ variable }) =>
    used.has(variable.name.value),
  )
  return { ...document, definitions: [...inOthers, { ...changed, variableDefinitions }] }
}

const withoutArgument = (field: FieldNode): FieldNode => ({
  ...field,
  arguments: field.arguments?.filter(({ name }) => name.value !== START),
})

function variablesIn(document: DocumentNode): Set<string> {
  const names = new Set<string>()
  visit(document, { Variable: ({ name }) => void names.add(name.value) })
  return names
}
