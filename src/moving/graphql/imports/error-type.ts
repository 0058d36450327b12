import { builder } from '../../../graphql/builder.ts'
import { connectionType } from '../../../graphql/schema/page.ts'
import type { RunError } from '../../engine/errors-of.ts'
import { isKind } from '../../engine/plan.ts'
import type { FieldProblem } from '../../items.ts'
import { ImportKindRef } from './enums.ts'

const ImportProblemRef = builder.objectRef<FieldProblem>('ImportProblem').implement({
  description: 'A field of a record that cannot be imported.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Name of the field.' }),
    value: t.exposeString('value', { description: 'Value, at most 200 characters.' }),
    reason: t.exposeString('reason', {
      description: 'Why the value is refused, as a predicate of its field.',
    }),
  }),
})

const ImportErrorRef = builder.objectRef<RunError>('ImportError').implement({
  description: 'A record of a source that was not imported.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Number of the error in the import, starting at 1.' }),
    file: t.exposeString('file', { nullable: true, description: 'File of the source.' }),
    row: t.exposeInt('row', {
      nullable: true,
      description:
        'Row of the file, starting at 1. In a CSV file as spreadsheets count: the headings are row 1.',
    }),
    kind: t.field({
      type: ImportKindRef,
      nullable: true,
      description: 'Kind of the record. Null for content that is not counted, such as an address.',
      resolve: ({ kind }) => (kind !== null && isKind(kind) ? kind : null),
    }),
    externalId: t.exposeString('externalId', { nullable: true, description: 'Id in the source.' }),
    problems: t.expose('problems', { type: [ImportProblemRef], description: 'Problems of the record.' }),
  }),
})

export const ImportErrorConnectionRef = connectionType('ImportError', ImportErrorRef)
