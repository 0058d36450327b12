import { TypeInfo, visit, visitWithTypeInfo, type DocumentNode, type GraphQLSchema } from 'graphql'
import { hasTeamView, type Caller } from '../../auth/caller.ts'

/** Fields whose value depends on the team member that selects them. */
const PERSONAL_FIELDS: ReadonlySet<string> = new Set(['Post.viewerVote'])

const cache = new WeakMap<DocumentNode, boolean>()

/** Whether a document selects fields that differ between callers with the same view. */
export function selectsPersonalFields(schema: GraphQLSchema, document: DocumentNode): boolean {
  const cached = cache.get(document)
  if (cached !== undefined) return cached
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
  cache.set(document, found)
  return found
}

/**
 * Returns the caller as which a shared operation runs. It has no personal attributes, so that no subscriber
 * receives the personal data of another.
 */
export function sharedCaller(caller: Caller, own: boolean): Caller {
  const shared = { ...caller, apiKeyId: null, credential: null, sessionId: null, accessTokenId: null }
  return own || !hasTeamView(caller) ? shared : { ...shared, actorId: null, accountId: null }
}

/** Returns a key that is equal for callers with the same view. */
export function visibilityKey({ scopes, ...caller }: Caller): string {
  return JSON.stringify([caller, scopes && [...scopes].sort()])
}
