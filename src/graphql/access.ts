import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core'
import { isAdmin, isTeamMember, seesAsTeam, type Caller } from '../auth/caller.ts'
import type { Scope } from '../auth/scopes.ts'
import { AppError, forbidden, unauthorized } from '../lib/errors.ts'
import type { Context } from './context.ts'
import { createLoaders } from './loaders.ts'

/**
 * Who may call a root field (contract chapter 1).
 * - `anyone`: no credential is needed
 * - `account`: a session token, with or without an organization
 * - `organization`: any credential of the organization, customers included; verbs and policies narrow it
 * - `team`: an API key or a team member
 * - `member`: a team member in person, proven by their JWT
 * - `admin`: an admin of the organization in person
 */
export type Need = 'anyone' | 'account' | 'organization' | 'team' | 'member' | 'admin'

/** `scope` opens the field to OAuth tokens that carry it; without one it is closed to them. */
export type Access = { need: Need; scope?: Scope | 'any' }

export const accessPlugin = 'echologAccess'

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      echologAccess: AccessPlugin<Types>
    }
  }
}

const ROOTS = new Set(['Query', 'Mutation', 'Subscription'])

class AccessPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  /** Notes each root field's access where tests and documentation can read it; refuses one that has none. */
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    if (!ROOTS.has(config.kind)) return config
    const { access } = config.pothosOptions as { access?: Access }
    if (!access) throw new Error(`${config.kind}.${config.name} does not say who may call it`)
    return { ...config, extensions: { ...config.extensions, access } }
  }

  override wrapResolve(
    resolver: Parameters<BasePlugin<Types>['wrapResolve']>[0],
    config: PothosOutputFieldConfig<Types>,
  ): ReturnType<BasePlugin<Types>['wrapResolve']> {
    const access = config.extensions?.access as Access | undefined
    if (!access || config.kind === 'Subscription') return resolver
    return (root, args, context, info) => {
      const operation = context as Context
      assertAccess(operation.caller, access)
      // Of several mutations in one operation each reads what those before it have changed.
      if (config.kind === 'Mutation')
        operation.load = createLoaders(operation, operation.organizationId, operation.caller.actorId)
      return resolver(root, args, context, info)
    }
  }

  override wrapSubscribe(
    subscribe: Parameters<BasePlugin<Types>['wrapSubscribe']>[0],
    config: PothosOutputFieldConfig<Types>,
  ): ReturnType<BasePlugin<Types>['wrapSubscribe']> {
    const access = config.extensions?.access as Access | undefined
    if (!access || !subscribe) return subscribe
    return (root, args, context, info) => {
      assertAccess((context as Context).caller, access)
      return subscribe(root, args, context, info)
    }
  }
}

SchemaBuilder.registerPlugin(accessPlugin, AccessPlugin)

/**
 * Refuses a caller who may not call a field, saying what is missing.
 * @throws AppError UNAUTHORIZED without a credential, FORBIDDEN with one that does not reach
 */
export function assertAccess(caller: Caller, { need, scope }: Access): void {
  if (need === 'anyone') return
  if (caller.authority === 'none') throw unauthorized('Send an API key, a user token or an access token')
  if (caller.authority === 'app') return assertScope(caller, scope)
  if (need === 'account') {
    if (caller.accountId === null) throw forbidden('This needs a session token')
    return
  }
  if (caller.organizationId === null) throw forbidden('Name an organization in the X-Organization header')
  if (need === 'team' && !seesAsTeam(caller)) throw forbidden()
  if (need === 'member' && !isTeamMember(caller)) throw forbidden(withReason(caller, 'a team member'))
  if (need === 'admin' && !isAdmin(caller))
    throw forbidden(withReason(caller, 'an admin of the organization'))
}

function assertScope(caller: Caller, scope: Scope | 'any' | undefined): void {
  if (scope === undefined) throw forbidden('This is not open to OAuth tokens')
  if (scope === 'any' || caller.scopes === null || caller.scopes.has(scope)) return
  throw new AppError('MISSING_SCOPE', `Missing required OAuth scope: ${scope}`)
}

const withReason = (caller: Caller, who: string) =>
  caller.identified
    ? 'Insufficient permissions'
    : `Insufficient permissions: this needs the user token of ${who}`
