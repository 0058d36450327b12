import {
  BREAK,
  Kind,
  parseType,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
  type ValueNode,
  type VariableDefinitionNode,
} from 'graphql'

type Values = Readonly<Record<string, unknown>>

/** A document without variables inside input objects, and the variables that it has instead. */
export type LiftedDocument = {
  document: DocumentNode
  variablesOf(variables: Values): Record<string, unknown>
}

/**
 * Replaces each argument with variables inside input objects by one variable with the same value. The compiler
 * reads a missing variable inside an object as null, where the specification omits the field. Returns null for
 * an integer that JavaScript does not represent.
 */
export function liftVariables(schema: GraphQLSchema, document: DocumentNode): LiftedDocument | null {
  const lifted: { name: string; type: string; value: ValueNode }[] = []
  const prefix = freePrefix(document)
  const types = new TypeInfo(schema)
  let isExact = true
  const rewritten = visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.ARGUMENT](argument) {
        const type = types.getInputType()
        if (!type || !hasVariableInObject(argument.value)) return
        isExact &&= hasSafeIntegers(argument.value)
        const name = `${prefix}${lifted.length}`
        lifted.push({ name, type: String(type), value: argument.value })
        return { ...argument, value: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } } }
      },
    }),
  )
  if (!isExact) return null
  if (lifted.length === 0) return { document, variablesOf: (variables) => ({ ...variables }) }
  const defaults = new Map<string, ValueNode>()
  for (const definition of definitionsOf(document))
    if (definition.defaultValue) defaults.set(definition.variable.name.value, definition.defaultValue)
  return {
    document: withDefinitions(rewritten, lifted),
    variablesOf: (variables) => ({
      ...variables,
      ...Object.fromEntries(lifted.map(({ name, value }) => [name, valueOf(value, variables, defaults)])),
    }),
  }
}

const definitionsOf = (document: DocumentNode): readonly VariableDefinitionNode[] =>
  document.definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION ? (node.variableDefinitions ?? []) : [],
  )

/** Returns a prefix of names that no variable of the document has. */
function freePrefix(document: DocumentNode): string {
  const names = definitionsOf(document).map(({ variable }) => variable.name.value)
  let prefix = '_'
  while (names.some((name) => name.startsWith(prefix))) prefix += '_'
  return prefix
}

function hasVariableInObject(value: ValueNode): boolean {
  let objects = 0
  let found = false
  visit(value, {
    [Kind.OBJECT]: { enter: () => void objects++, leave: () => void objects-- },
    [Kind.VARIABLE]: () => {
      found ||= objects > 0
      return found ? BREAK : undefined
    },
  })
  return found
}

function hasSafeIntegers(value: ValueNode): boolean {
  let isSafe = true
  visit(value, { [Kind.INT]: ({ value: digits }) => void (isSafe &&= Number.isSafeInteger(Number(digits))) })
  return isSafe
}

function withDefinitions(document: DocumentNode, lifted: { name: string; type: string }[]): DocumentNode {
  const added = lifted.map(({ name, type }): VariableDefinitionNode => ({
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
    type: parseType(type),
  }))
  return visit(document, {
    [Kind.OPERATION_DEFINITION]: (operation) => ({
      ...operation,
      variableDefinitions: [...(operation.variableDefinitions ?? []), ...added],
    }),
  })
}

/**
 * Returns the value of a literal as a variable would contain it. A variable without a value is omitted from an
 * object and null in a list (GraphQL specification, October 2021, section 3.10).
 */
function valueOf(node: ValueNode, variables: Values, defaults: ReadonlyMap<string, ValueNode>): unknown {
  if (node.kind === Kind.VARIABLE) {
    const given = variables[node.name.value]
    const byDefault = defaults.get(node.name.value)
    return given === undefined && byDefault ? valueFromASTUntyped(byDefault) : given
  }
  if (node.kind === Kind.LIST) return node.values.map((item) => valueOf(item, variables, defaults) ?? null)
  if (node.kind !== Kind.OBJECT) return valueFromASTUntyped(node)
  const fields = node.fields.map(
    ({ name, value }) => [name.value, valueOf(value, variables, defaults)] as const,
  )
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}
