import { builder } from '../../graphql/builder.ts'
import { toUserErrors, UserErrorRef, type UserError } from '../../graphql/schema/mutation/user-error.ts'
import type { EntryFailure } from './read-entry.ts'

export const CustomerImportEntryInput = builder.inputType('CustomerImportEntryInput', {
  description:
    'A customer to create or update. Omitted and null fields of an existing customer are unchanged.',
  fields: (t) => ({
    email: t.field({
      type: 'EmailAddress',
      description: 'E-mail address, ignoring case. An entry without one is not stored.',
    }),
    name: t.string({ description: 'Display name, by default the part of the e-mail before the @.' }),
    avatarUrl: t.field({ type: 'URL', description: 'URL of a picture, http or https. Null removes it.' }),
    labels: t.stringList({ description: 'Labels, replacing the current ones.' }),
    starred: t.boolean({ description: 'Whether the team starred the person.' }),
    blocked: t.boolean({ description: 'Whether the person is blocked from participating.' }),
    customFields: t.field({
      type: 'JSONObject',
      description:
        'Custom fields by name, replacing the current ones. The organization defines their names and values.',
    }),
  }),
})

export const CustomerImportFailureRef = builder.objectRef<EntryFailure>('CustomerImportFailure').implement({
  description: 'An entry of an import that was not stored.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Index of the entry in the request, starting at 0.' }),
    email: t.expose('email', {
      type: 'EmailAddress',
      nullable: true,
      description: 'E-mail as sent. Null if there was none.',
    }),
    problems: t.field({
      type: [UserErrorRef],
      description: 'Problems of the fields of the entry, in the order of the fields.',
      resolve: ({ index, problems }) => problems.flatMap((problem) => errorsOfEntry(problem, index)),
    }),
  }),
})

/** Converts an error of an entry of an import. Its path is below the input of the mutation. */
export const errorsOfEntry = (problem: Error, index: number): UserError[] =>
  (toUserErrors(problem) ?? []).map(({ field, ...error }) => ({
    ...error,
    field: ['entries', String(index), ...(field ?? [])],
  }))
