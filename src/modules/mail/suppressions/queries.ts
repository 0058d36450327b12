import { builder } from '../../../graphql/builder.ts'
import { pageArgs } from '../../../graphql/schema/page.ts'
import { SuppressionReasonRef } from '../enums.ts'
import { listSuppressions } from './list-suppressions.ts'
import { MailSuppressionConnectionRef } from './type.ts'

const MailSuppressionFilterInput = builder.inputType('MailSuppressionFilter', {
  description: 'Filter of a list of suppressed addresses. Omitted fields do not restrict it.',
  fields: (t) => ({
    reasons: t.field({
      type: [SuppressionReasonRef],
      description: 'Only addresses with any of these reasons.',
    }),
    email: t.field({ type: 'EmailAddress', description: 'Only this address.' }),
  }),
})

builder.queryField('mailSuppressions', (t) =>
  t.field({
    type: MailSuppressionConnectionRef,
    access: { require: 'admin' },
    description: 'Addresses that receive no mail of the organization, newest first.',
    args: {
      ...pageArgs,
      filter: t.arg({ type: MailSuppressionFilterInput, description: 'Filter of the list.' }),
    },
    resolve: (_root, { filter, ...page }, { db, organizationId }) =>
      listSuppressions(db, organizationId, { ...filter }, page),
  }),
)
