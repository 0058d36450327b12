import { builder } from '../../../graphql/builder.ts'
import { openLink } from './open-link.ts'
import { MailLinkRef } from './type.ts'

builder.queryFields((t) => ({
  mailLink: t.field({
    type: MailLinkRef,
    nullable: true,
    access: { require: 'anyone' },
    description: 'The link in a mail with a token, without following it. Null for an invalid token.',
    args: { token: t.arg.string({ required: true, description: 'Token of the link.' }) },
    resolve: (_root, { token }, { db, keys }) => openLink(db, keys.encryption, token),
  }),
}))
