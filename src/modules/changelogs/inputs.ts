import { builder } from '../../graphql/builder.ts'

export const CreateChangelogInput = builder.inputType('CreateChangelogInput', {
  description: 'A new changelog entry. It is a draft unless it is published or scheduled.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Title. The slug is derived from it.' }),
    description: t.string({ description: 'Plain text or HTML.' }),
    published: t.boolean({
      description: 'True publishes it immediately. Cannot be combined with `scheduledAt`.',
    }),
    scheduledAt: t.field({
      type: 'DateTime',
      description: 'Future time of publication.',
    }),
    locale: t.string({
      description: 'Locale. Required in a multilingual changelog, otherwise `en` by default.',
    }),
    originalId: t.id({
      description:
        'Id of the entry that this one translates, any member of its translation group. A group has one entry per locale.',
    }),
    postIds: t.idList({ description: 'Ids of the referenced posts, in this order. At most 500.' }),
    labelIds: t.idList({ description: 'Ids of the labels.' }),
  }),
})

export const UpdateChangelogInput = builder.inputType('UpdateChangelogInput', {
  description: 'Changes to a changelog entry. Omitted fields are unchanged.',
  fields: (t) => ({
    title: t.string({ description: 'Title. The slug is unchanged.' }),
    description: t.string({ description: 'Plain text or HTML. Null clears it.' }),
    published: t.boolean({ description: 'True publishes it immediately, false makes it a draft.' }),
    scheduledAt: t.field({
      type: 'DateTime',
      description:
        'Future time of publication; null cancels the schedule. A published entry also requires `published: false`.',
    }),
    locale: t.string({ description: 'Locale, unique in the translation group.' }),
    postIds: t.idList({
      description: 'Ids of the referenced posts, in this order, replacing the current ones. At most 500.',
    }),
    labelIds: t.idList({ description: 'Ids of the labels, replacing the current ones.' }),
  }),
})

export const TranslateChangelogInput = builder.inputType('TranslateChangelogInput', {
  description: 'A translation of a changelog entry, created as a draft.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Title in the target language.' }),
    description: t.string({ description: 'Plain text or HTML in the target language.' }),
    locale: t.string({ required: true, description: 'Target locale, such as `de` or `pt-BR`.' }),
  }),
})
