import { TypeInfo, visit, visitWithTypeInfo, type DocumentNode, type GraphQLSchema } from 'graphql'
import { hasTeamView, type Caller } from '../../auth/caller.ts'

/** The fields whose value depends on who of the team asks. */
export const PERSONAL_FIELDS: ReadonlySet<string> = new Set(['Post.viewerVote'])

const known = new WeakMap<DocumentNode, boolean>()

/** Whether a document asks for something that differs between people who otherwise see the same. */
export function selectsPersonalFields(schema: GraphQLSchema, document: DocumentNode): boolean {
  const cache = known.get(document)
  if (cache !== undefined) return cache
  let found = false
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: ({ name }) => {
        found ||= PERSONAL_FIELDS.has(`${types.getParentType()?.name}.${name.value}`)
      },
    }),
  )
  known.set(document, found)
  return found
}

/**
 * The caller that an operation runs as when it runs once for all who see the same: without what tells one of them from
 * another, so that nobody is ever sent what is another's own.
 */
export function sharedCaller(caller: Caller, own: boolean): Caller {
  const shared = { ...caller, credential: null }
  return own || !hasTeamView(caller) ? shared : { ...shared, actorId: null, accountId: null }
}

/** Equal texts for callers who see the same. */
export function visibilityKey({ scopes, ...caller }: Caller): string {
  return JSON.stringify([caller, scopes && [...scopes].sort()])
}
