import type { AnonymousWrites, Caller } from '../../auth/caller.ts'
import { unauthorized } from '../../lib/errors.ts'

/**
 * Organizations in which visitors of public pages may call a root field: those with public pages, every one, or those
 * that also permit anonymous votes or posts. Without it a field is closed to visitors.
 */
export type VisitorAccess = 'public' | 'any' | keyof AnonymousWrites

/** Checks that a visitor may call a field. @throws AppError UNAUTHORIZED */
export function assertVisitor({ visits, anonymously }: Caller, visitor: VisitorAccess | undefined): void {
  if (visitor === 'any') return
  const isOpen = visitor === 'public' || (visitor !== undefined && anonymously[visitor])
  if (!isOpen || visits !== 'public') throw unauthorized('Sign in first')
}

/**
 * Returns whether a blocked person may call a root field: one that visitors may call, in an organization with public
 * pages. A write fails later, in the name of the person.
 */
export const isOpenToVisitors = ({ visits }: Caller, visitor: VisitorAccess | undefined): boolean =>
  visitor !== undefined && visits === 'public'
