import { builder } from '../../../graphql/builder.ts'
import type { ExportForm, ExportOptions } from '../../export/options.ts'

export const ExportFormRef = builder.enumType('ExportForm', {
  description: 'Form of an export.',
  values: {
    ECHOLOG: { value: 'echolog', description: 'Everything, in a form that this service imports.' },
    CSV: { value: 'csv', description: 'Flat tables for spreadsheets.' },
    QUACKBACK: { value: 'quackback', description: 'The template of Quackback.' },
  } as const satisfies Record<Uppercase<ExportForm>, { value: ExportForm; description: string }>,
})

export const ExportOptionsRef = builder.objectRef<ExportOptions>('ExportOptions').implement({
  description: 'Options of an export of the organization.',
  fields: (t) => ({
    form: t.expose('form', { type: ExportFormRef, description: 'Format of the files.' }),
    withoutPersonalData: t.exposeBoolean('withoutPersonalData', {
      description: 'Whether people are replaced by pseudonyms.',
    }),
    withEvents: t.exposeBoolean('withEvents', { description: 'Whether the event log is added.' }),
    withAudit: t.exposeBoolean('withAudit', { description: 'Whether the audit trail is added.' }),
  }),
})
