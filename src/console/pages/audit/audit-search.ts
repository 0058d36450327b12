import { isPeriod, type Period } from '../events/periods.ts'

/** Filter of the audit log as its address has it. */
export type AuditSearch = {
  /** Actions, separated by commas. */
  actions?: string
  /** Typed id of the person who acted. */
  actor?: string
  /** Typed id of the object, such as `whk_1`. */
  subject?: string
  /** Client id of the app, `foapp_…`. */
  client?: string
  since?: Period
}

/** Parameters to replace. Undefined removes one. */
export type AuditChange = { [Name in keyof AuditSearch]: AuditSearch[Name] | undefined }

const FORMS = {
  actions: /^[A-Z_]+(,[A-Z_]+)*$/,
  actor: /^usr_\d+$/,
  subject: /^[a-z]+_\w+$/,
  client: /^foapp_\w+$/,
}

/** Returns the parameters of an address that have a valid form. */
export function toAuditSearch(given: Record<string, unknown>): AuditSearch {
  const valid = Object.entries(FORMS).filter(([name, form]) => {
    const value = given[name]
    return typeof value === 'string' && form.test(value)
  })
  return {
    ...Object.fromEntries(valid.map(([name]) => [name, given[name]])),
    ...(isPeriod(given.since) && { since: given.since }),
  }
}
