import { builder } from '../../../graphql/builder.ts'
import { enumType } from '../../../graphql/schema/enum.ts'
import type { ExportForm, ExportOptions } from '../../export/options.ts'

export const ExportFormRef = enumType<ExportForm>('ExportForm', 'Form of an export.', {
  echolog: 'Everything, in a form that this service imports.',
  csv: 'Flat tables for spreadsheets.',
  quackback: 'The template of Quackback.',
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
