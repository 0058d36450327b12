import { builder } from '../../graphql/builder.ts'

export const CreateCustomerInput = builder.inputType('CreateCustomerInput', {
  description: 'A new customer.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'E-mail, unique in the organization whatever its case.' }),
    name: t.string({ description: 'Display name; by default what stands before the @ of the e-mail.' }),
    avatarUrl: t.string({ description: 'Address of a picture, http or https.' }),
    labels: t.stringList({ description: 'What the team calls this person.' }),
    starred: t.boolean({ description: 'Whether the team starred the person.' }),
    blocked: t.boolean({ description: 'Whether the person is kept from taking part.' }),
    customFields: t.field({ type: 'JSONObject', description: "The organization's own fields, by name." }),
  }),
})

export const UpdateCustomerInput = builder.inputType('UpdateCustomerInput', {
  description:
    'Changes of a customer; what is left out stays. E-mail, name, picture and blocked of a team member are refused.',
  fields: (t) => ({
    email: t.string({ description: 'New e-mail; one that somebody has is refused.' }),
    name: t.string({ description: 'Display name.' }),
    avatarUrl: t.string({ description: 'Address of a picture, http or https; null removes it.' }),
    labels: t.stringList({ description: 'All labels from now on.' }),
    starred: t.boolean({ description: 'Whether the team starred the person.' }),
    blocked: t.boolean({ description: 'Whether the person is kept from taking part.' }),
    customFields: t.field({ type: 'JSONObject', description: 'All own fields from now on, by name.' }),
  }),
})
