import { builder } from '../../graphql/builder.ts'
import { UserErrorRef } from '../../graphql/schema/mutation/user-error.ts'
import { errorsOfEntry } from '../customers/import-type.ts'
import type { EntryFailure } from '../customers/read-entry.ts'
import { TeamRoleRef } from '../users/type.ts'

export const TeamMemberImportEntryInput = builder.inputType('TeamMemberImportEntryInput', {
  description: 'A person to add to the team.',
  fields: (t) => ({
    email: t.field({
      type: 'EmailAddress',
      required: true,
      description: 'E-mail address. An existing person with it joins the team.',
    }),
    name: t.string({ description: 'Display name of a new person. Ignored for a known e-mail.' }),
    role: t.field({ type: TeamRoleRef, required: true, description: 'Role in the team.' }),
  }),
})

export const TeamMemberImportFailureRef = builder
  .objectRef<EntryFailure>('TeamMemberImportFailure')
  .implement({
    description: 'An entry of an import of team members that was not stored.',
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
