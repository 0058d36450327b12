import {
  Kind,
  valueFromASTUntyped,
  type DocumentNode,
  type OperationDefinitionNode,
  type ValueNode,
} from 'graphql'
import { LIMITS } from './limits.ts'
import { rootSelections } from './root-selections.ts'

/** Size of the texts of an operation's arguments, as their characters and their `<` and line ends. */
type Size = { characters: number; marks: number }

/**
 * Returns the reason for rejecting a mutation before any field runs, or null. A variable counts at each use,
 * because each field that receives it parses it as HTML and stores it.
 */
export function mutationTextProblem(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): string | null {
  const sizeOfVariable = rememberVariables(operation, variables)
  let characters = 0
  let marks = 0
  const add = (size: Size) => {
    characters += size.characters
    marks += size.marks
  }
  for (const { arguments: given = [] } of rootSelections(document, operation))
    for (const { value } of given) addTexts(value, add, sizeOfVariable)
  if (characters > LIMITS.mutationCharacters)
    return `The texts of the operation have more than ${LIMITS.mutationCharacters} characters together: send fewer at a time`
  if (marks > LIMITS.mutationMarks)
    return `The texts of the operation have more than ${LIMITS.mutationMarks} tags and lines together: send fewer at a time`
  return null
}

function addTexts(root: ValueNode, add: (size: Size) => void, sizeOfVariable: (name: string) => Size): void {
  const values = [root]
  for (let value = values.pop(); value; value = values.pop()) {
    if (value.kind === Kind.VARIABLE) add(sizeOfVariable(value.name.value))
    else if (value.kind === Kind.STRING) add(sizeOf(value.value))
    else if (value.kind === Kind.LIST) values.push(...value.values)
    else if (value.kind === Kind.OBJECT) for (const field of value.fields) values.push(field.value)
  }
}

/** Returns a function for the size of all texts in a variable or its default, computed once for each. */
function rememberVariables(
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Record<string, unknown>,
): (name: string) => Size {
  const sizeCache = new Map<string, Size>()
  return (name) => {
    const node = variableDefinitions.find(({ variable }) => variable.name.value === name)
    const { defaultValue } = node ?? {}
    const value =
      variables[name] === undefined && defaultValue ? valueFromASTUntyped(defaultValue) : variables[name]
    const size = sizeCache.get(name) ?? sizeOf(...textsIn(value))
    sizeCache.set(name, size)
    return size
  }
}

function textsIn(root: unknown): string[] {
  const texts: string[] = []
  const values = [root]
  while (values.length > 0) {
    const value = values.pop()
    if (typeof value === 'string') texts.push(value)
    else if (typeof value === 'object' && value !== null)
      for (const item of Object.values(value)) values.push(item)
  }
  return texts
}

const MARKS = /<|\r\n|[\n\r]/g

function sizeOf(...texts: string[]): Size {
  let characters = 0
  let marks = 0
  for (const text of texts) {
    characters += text.length
    marks += text.match(MARKS)?.length ?? 0
  }
  return { characters, marks }
}
