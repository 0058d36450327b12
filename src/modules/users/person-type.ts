import { builder } from '../../graphql/builder.ts'

/** Input of a person on whose behalf the team acts. */
export const PersonInput = builder.inputType('PersonInput', {
  description: 'A person identified by e-mail.',
  fields: (t) => ({
    email: t.field({
      type: 'EmailAddress',
      required: true,
      description: 'E-mail address. If a person is added, an unknown one creates a customer.',
    }),
    name: t.string({ description: 'Display name of a new person. Ignored for a known e-mail.' }),
  }),
})
