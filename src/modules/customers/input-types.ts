import { builder } from '../../graphql/builder.ts'

export const CreateCustomerInput = builder.inputType('CreateCustomerInput', {
  description: 'A new customer.',
  fields: (t) => ({
    email: t.string({
      required: true,
      description: 'E-mail address, unique in the organization ignoring case.',
    }),
    name: t.string({ description: 'Display name, by default the part of the e-mail before the @.' }),
    avatarUrl: t.string({ description: 'URL of a picture, http or https.' }),
    labels: t.stringList({ description: 'Labels set by the team.' }),
    starred: t.boolean({ description: 'Whether the team starred the person.' }),
    blocked: t.boolean({ description: 'Whether the person is blocked from participating.' }),
    customFields: t.field({ type: 'JSONObject', description: 'Custom fields of the organization, by name.' }),
  }),
})

export const UpdateCustomerInput = builder.inputType('UpdateCustomerInput', {
  description:
    'Changes to a customer; omitted fields are unchanged. E-mail, name, picture and `blocked` of a team member cannot be changed.',
  fields: (t) => ({
    email: t.string({ description: 'New e-mail address, unique in the organization.' }),
    name: t.string({ description: 'Display name.' }),
    avatarUrl: t.string({ description: 'URL of a picture, http or https. Null removes it.' }),
    labels: t.stringList({ description: 'Labels, replacing the current ones.' }),
    starred: t.boolean({ description: 'Whether the team starred the person.' }),
    blocked: t.boolean({ description: 'Whether the person is blocked from participating.' }),
    customFields: t.field({
      type: 'JSONObject',
      description: 'Custom fields by name, replacing the current ones.',
    }),
  }),
})
