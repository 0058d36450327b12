/** Form of an export: our own format, flat tables for spreadsheets, or the template of Quackback. */
export const EXPORT_FORMS = ['echolog', 'csv', 'quackback'] as const
export type ExportForm = (typeof EXPORT_FORMS)[number]

/** Options of an export, as `export_runs` stores them. */
export type ExportOptions = {
  form: ExportForm
  /** Replaces people by pseudonyms, and leaves out what else is about them. */
  withoutPersonalData: boolean
  /** Adds the event log. */
  withEvents: boolean
  /** Adds the audit trail. */
  withAudit: boolean
}

/** Returns options with their defaults. Unknown members are dropped. */
export function exportOptions(given: Partial<ExportOptions> = {}): ExportOptions {
  return {
    form: EXPORT_FORMS.find((form) => form === given.form) ?? 'echolog',
    withoutPersonalData: given.withoutPersonalData === true,
    withEvents: given.withEvents === true,
    withAudit: given.withAudit === true,
  }
}
