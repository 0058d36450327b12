import { builder } from '../../graphql/builder.ts'

export const CreateChangelogInput = builder.inputType('CreateChangelogInput', {
  description: 'A new entry of the changelog: a draft, unless it is published or scheduled.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Title; also the source of the slug.' }),
    description: t.string({ description: 'Plain text or HTML.' }),
    published: t.boolean({ description: 'True publishes it now; not together with `scheduledAt`.' }),
    scheduledAt: t.field({
      type: 'DateTime',
      description: 'When the service shall publish it, in the future.',
    }),
    locale: t.string({
      description:
        'Its language; required once the organization writes in several languages, else `en` by default.',
    }),
    originalId: t.id({ description: 'The entry this one translates: any of its family, one per language.' }),
    postIds: t.idList({ description: 'The posts it tells about, in this order; at most 500.' }),
    labelIds: t.idList({ description: 'Its labels.' }),
  }),
})

export const UpdateChangelogInput = builder.inputType('UpdateChangelogInput', {
  description: 'Changes of an entry; what is left out stays.',
  fields: (t) => ({
    title: t.string({ description: 'Title; the slug stays.' }),
    description: t.string({ description: 'Plain text or HTML; null empties it.' }),
    published: t.boolean({ description: 'True publishes it now, false takes it back to a draft.' }),
    scheduledAt: t.field({
      type: 'DateTime',
      description:
        'When the service shall publish it, in the future; null takes that back. A published one needs `published: false` besides.',
    }),
    locale: t.string({ description: 'Its language; one entry of a family per language.' }),
    postIds: t.idList({ description: 'The posts it tells about from now on, in this order; at most 500.' }),
    labelIds: t.idList({ description: 'Its labels from now on.' }),
  }),
})

export const TranslateChangelogInput = builder.inputType('TranslateChangelogInput', {
  description: 'An entry in another language; a draft.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Title in that language.' }),
    description: t.string({ description: 'Plain text or HTML in that language.' }),
    locale: t.string({ required: true, description: 'That language, such as `de` or `pt-BR`.' }),
  }),
})
