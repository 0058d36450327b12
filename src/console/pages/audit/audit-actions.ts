import texts from '../../messages/en/audit.json'
import { messagesOf } from '../../messages.ts'
import type { AuditAction } from './audit-documents.ts'

const t = messagesOf(texts satisfies Record<AuditAction, string>)
const isAction = (key: string): key is AuditAction & keyof typeof texts => /^[A-Z_]+$/.test(key)

/** Actions with their names, sorted by name. */
export const ACTIONS = Object.keys(texts)
  .filter(isAction)
  .map((value) => ({ value, label: t(value) }))
  .sort((one, other) => one.label.localeCompare(other.label))

/** Name of an action. */
export const nameOfAction = (action: AuditAction) =>
  ACTIONS.find(({ value }) => value === action)?.label ?? action

/** Returns the known actions of a list in an address. */
export const actionsOf = (list: string | undefined): AuditAction[] =>
  ACTIONS.map(({ value }) => value).filter((action) => list?.split(',').includes(action))
