import {
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getOperationAST,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isObjectType,
  Kind,
  OperationTypeNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

/** Number of characters of a text that count as one more value. */
const CHARACTERS = 100

type Variables = Record<string, unknown>
type Field = GraphQLField<unknown, unknown>
type Fields = Record<string, Field | undefined>

const ROOTS: Fields = {
  [SchemaMetaFieldDef.name]: SchemaMetaFieldDef,
  [TypeMetaFieldDef.name]: TypeMetaFieldDef,
}

/** A selection set that remains to be counted, on an object with these fields. */
type Pending = { set: SelectionSetNode; fields: Fields; source: unknown }

/**
 * Returns the number of values in an operation's introspection result (GraphQL specification, section 4).
 * Long texts count as several. Resolves the selections on the schema itself and stops above `most`.
 */
export function introspectionCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Variables,
  operationName: string | undefined,
  most: number,
): number {
  const operation = getOperationAST(document, operationName)
  if (!operation || operation.operation !== OperationTypeNode.QUERY) return 0
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  )
  const fieldsOf = rememberFields(fragments, variables)
  const argumentsOf = rememberArguments(variables)
  const pending: Pending[] = [{ set: operation.selectionSet, fields: ROOTS, source: undefined }]
  let cost = 0
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { fields, source } = next
    for (const node of fieldsOf(next.set)) {
      const field = fields[node.name.value]
      if (!field) continue
      const type = getNamedType(field.type)
      for (const value of [resolve(schema, field, source, argumentsOf(field, node))].flat()) {
        cost += typeof value === 'string' ? 1 + Math.floor(value.length / CHARACTERS) : 1
        if (cost > most) return cost
        if (value != null && node.selectionSet && isObjectType(type))
          pending.push({ set: node.selectionSet, fields: type.getFields(), source: value })
      }
    }
  }
  return cost
}

const resolve = (schema: GraphQLSchema, field: Field, source: unknown, args: Variables): unknown =>
  field.resolve?.(source, args, undefined, { schema } as GraphQLResolveInfo)

/**
 * Returns the fields of a set and of its fragments, without those that `@skip` and `@include` exclude.
 * Computed once per set.
 */
function rememberFields(
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  variables: Variables,
): (set: SelectionSetNode) => FieldNode[] {
  const fieldCache = new Map<SelectionSetNode, FieldNode[]>()
  const isLeftOut = (node: SelectionNode) =>
    !!node.directives?.length &&
    (getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true ||
      getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if === false)
  const read = (root: SelectionSetNode): FieldNode[] => {
    const fields: FieldNode[] = []
    const sets = [root]
    for (let set = sets.pop(); set; set = sets.pop()) {
      for (const node of set.selections) {
        if (isLeftOut(node)) continue
        const below = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node
        if (node.kind === Kind.FIELD) fields.push(node)
        else if (below?.selectionSet) sets.push(below.selectionSet)
      }
    }
    return fields
  }
  return (set) => {
    const fields = fieldCache.get(set) ?? read(set)
    fieldCache.set(set, fields)
    return fields
  }
}

/** Returns the arguments of a field's node. Computed once per node. */
function rememberArguments(variables: Variables): (field: Field, node: FieldNode) => Variables {
  const argumentCache = new Map<FieldNode, Variables>()
  return (field, node) => {
    const args = argumentCache.get(node) ?? getArgumentValues(field, node, variables)
    argumentCache.set(node, args)
    return args
  }
}
