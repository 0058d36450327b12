import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core'
import { isNonNullType } from 'graphql'
import { hasTeamView, isAdmin, isShutOut, isTeamMember, isVisitor, type Caller } from '../../auth/caller.ts'
import type { Scope } from '../../auth/scopes.ts'
import { inShare } from '../../db/sharing/connection-share.ts'
import { afterCommit } from '../../db/transaction.ts'
import { AppError, forbidden, missingRole, missingScope, unauthorized } from '../../lib/errors.ts'
import type { Context } from '../context.ts'
import { assertSelectionScopes } from './check-selection-scopes.ts'
import { assertVisitor, isOpenToVisitors, type VisitorAccess } from './visitor-access.ts'

/**
 * Access level of a root field (contract 1).
 * - `anyone`: no credential
 * - `account`: a session token, with or without an organization
 * - `person`: a user token, with or without an organization
 * - `organization`: any credential of the organization, including customers. Blocked people call what visitors may.
 * Verbs and policies restrict it further
 * - `team`: an API key or a team member
 * - `member`: a team member, authenticated by their JWT
 * - `admin`: an admin of the organization, authenticated by their JWT
 */
export type AccessLevel = 'anyone' | 'account' | 'person' | 'organization' | 'team' | 'member' | 'admin'

/**
 * Access of a root field. `scope` is the OAuth scope that its call requires. Without one, OAuth tokens cannot
 * call it. A scope permits the returned object only if it is the scope of its type. `publicFields` permits
 * further fields of another type. Visitors of public pages may call a field with `visitor` only: `public` in an
 * organization with public pages, `any` in every organization.
 */
export type Access = FieldAccess & { require: AccessLevel; visitor?: VisitorAccess }

/**
 * Scope that an OAuth token needs to select this field. `any` requires no further scope. `publicFields`
 * are fields of the returned object that need no scope of their own.
 */
export type FieldAccess = { scope?: Scope | 'any'; publicFields?: readonly string[] | undefined }

export const accessPlugin = 'echologAccess'

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      echologAccess: AccessPlugin<Types>
    }
  }
}

const ROOTS = new Set(['Query', 'Mutation', 'Subscription'])
/** Types whose lists contain at most one page of items. */
const PAGED = /Connection$/

type Resolver = Parameters<BasePlugin<SchemaTypes>['wrapResolve']>[0]

/** Counts the items of a list without pages against the budget of the operation. */
const countItems =
  (resolver: Resolver): Resolver =>
  (parent, args, context, info) => {
    const { budget } = context as Context
    const count = (items: unknown) => {
      if (Array.isArray(items)) budget.spendItems(items.length)
      return items
    }
    try {
      const answer: unknown = resolver(parent, args, context, info)
      return answer instanceof Promise ? answer.then(count) : count(answer)
    } catch (error) {
      // Thrown at once, it would leave the promises of sibling fields unobserved, which ends the process.
      return Promise.reject(error)
    }
  }

class AccessPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  /**
   * Stores the access of each root field in its extensions, for tests and documentation. Throws for a root
   * field without one.
   */
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { access } = config.pothosOptions as { access?: Access | FieldAccess }
    if (!access && !ROOTS.has(config.kind)) return config
    if (!access) throw new Error(`${config.kind}.${config.name} has no access level`)
    return { ...config, extensions: { ...config.extensions, access } }
  }

  override wrapResolve(
    resolver: Parameters<BasePlugin<Types>['wrapResolve']>[0],
    config: PothosOutputFieldConfig<Types>,
  ): ReturnType<BasePlugin<Types>['wrapResolve']> {
    const access = config.extensions?.access as Access | undefined
    const isPlainList = config.type.kind === 'List' && !PAGED.test(config.parentType)
    if (!access || !ROOTS.has(config.kind)) return isPlainList ? countItems(resolver) : resolver
    return (root, args, context, info) => {
      const operation = context as Context
      // Checked for each event of a subscription, because a permission may have ended since its start.
      assertAccess(operation.caller, access)
      assertSelectionScopes(operation.caller, access, info)
      if (config.kind === 'Query')
        return operation.budget.run(() => resolver(root, args, context, info), isNonNullType(info.returnType))
      if (config.kind !== 'Mutation') return resolver(root, args, context, info)
      // Rows loaded before a mutation are stale, both for this field's result and for the next one.
      operation.refreshLoaders()
      const answer: unknown = resolver(root, args, context, info)
      return afterwards(answer, () => {
        operation.refreshLoaders()
        if (access.require === 'admin') forgetCredentials(operation)
      })
    }
  }

  override wrapSubscribe(
    subscribe: Parameters<BasePlugin<Types>['wrapSubscribe']>[0],
    config: PothosOutputFieldConfig<Types>,
  ): ReturnType<BasePlugin<Types>['wrapSubscribe']> {
    const access = config.extensions?.access as Access | undefined
    if (!access || !subscribe) return subscribe
    return (root, args, context, info) => {
      const { caller, organizationId } = context as Context
      assertAccess(caller, access)
      assertSelectionScopes(caller, access, info)
      return inShare(organizationId, () => subscribe(root, args, context, info))
    }
  }
}

/**
 * Clears this process's credential caches, because an admin may have changed keys, apps, installs or the
 * team.
 */
function forgetCredentials({ db, apiKeys, accessTokens, sessions }: Context): void {
  const forget = () => {
    apiKeys.clear()
    accessTokens.clear()
    sessions.clear()
  }
  forget()
  // Until the operation's own transaction commits, other requests load the former state.
  if (db.isTransaction) afterCommit(db, forget)
}

async function afterwards<Value>(value: Value | Promise<Value>, act: () => void): Promise<Value> {
  try {
    return await value
  } finally {
    act()
  }
}

SchemaBuilder.registerPlugin(accessPlugin, AccessPlugin)

/**
 * Checks that a caller may call a field. The message names the missing permission.
 * @throws AppError UNAUTHORIZED without a credential, FORBIDDEN with an insufficient one
 */
export function assertAccess(caller: Caller, { require, scope, visitor }: Access): void {
  if (isVisitor(caller)) return assertVisitor(caller, visitor)
  if (require === 'anyone') return
  if (caller.authority === 'none') throw unauthorized('Send an API key, a user token or an access token')
  if (caller.authority === 'app') return assertScope(caller, scope)
  if (require === 'account') {
    if (caller.accountId === null) throw forbidden('This needs a session token')
    return
  }
  if (require === 'person') {
    if (!caller.authenticated) throw lacking(caller, 'a person')
    return
  }
  if (caller.organizationId === null) throw missingOrganization()
  if (isShutOut(caller) && !isOpenToVisitors(caller, visitor))
    throw forbidden('You have been blocked by the team')
  if (require === 'team' && !hasTeamView(caller)) throw missingRole('a team member')
  if (require === 'member' && !isTeamMember(caller)) throw lacking(caller, 'a team member')
  if (require === 'admin' && !isAdmin(caller)) throw lacking(caller, 'an admin of the organization')
}

/** The error of a caller who names no organization. For a route of `/oauth/*` the request is invalid. */
const missingOrganization = () =>
  new AppError('FORBIDDEN', 'Name an organization in the X-Organization header', {
    details: { missingHeader: 'X-Organization' },
  })

/** Returns whether a caller may call a field. */
export function permits(caller: Caller, access: Access): boolean {
  try {
    assertAccess(caller, access)
    return true
  } catch {
    return false
  }
}

function assertScope(caller: Caller, scope: Scope | 'any' | undefined): void {
  if (scope === undefined) throw forbidden('This is not open to OAuth tokens')
  if (scope !== 'any' && caller.scopes && !caller.scopes.has(scope)) throw missingScope(scope)
}

const lacking = (caller: Caller, who: string) =>
  caller.authenticated
    ? missingRole(who)
    : forbidden(`Insufficient permissions: this needs the user token of ${who}`)
