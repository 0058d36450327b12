import { TypeInfo, visit, visitWithTypeInfo, type DocumentNode, type GraphQLSchema } from 'graphql'
import { hasTeamView, type Caller } from '../../auth/caller.ts'

const cache = new WeakMap<DocumentNode, boolean>()

/** Whether a document selects a field with `PERSONAL_FIELD`, whose value differs between callers with the same view. */
export function selectsPersonalFields(schema: GraphQLSchema, document: DocumentNode): boolean {
  const cached = cache.get(document)
  if (cached !== undefined) return cached
  let found = false
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: () => {
        found ||= types.getFieldDef()?.extensions.isPersonal === true
      },
    }),
  )
  cache.set(document, found)
  return found
}

/**
 * Returns the caller as which a shared operation runs. Within the team it is no particular person, unless the
 * operation `isPersonal`, so that no subscriber receives the personal data of another.
 */
export function sharedCaller(caller: Caller, isPersonal: boolean): Caller {
  const shared = { ...caller, apiKeyId: null, credential: null, sessionId: null, accessTokenId: null }
  return isPersonal || !hasTeamView(caller) ? shared : { ...shared, actorId: null, accountId: null }
}

/** Returns a key that is equal for callers with the same view. */
export function visibilityKey({ scopes, ...caller }: Caller): string {
  return JSON.stringify([caller, scopes && [...scopes].sort()])
}
